'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Option, Select } from '@/components/ui/input';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { AttemptView } from '@/components/webhooks/attempt-view';
import { DELIVERY } from '@/components/webhooks/presentation';
import { WEBHOOK_PAGE as TEXTS } from '@/components/webhooks/texts';
import { EndpointSecret } from '@/components/webhooks/webhook-form';
import { useCommand } from '@/lib/client/queries';
import { EVENT_KINDS, type EventKind } from '@/lib/resources/events/schema';
import { redeliverToEndpoint } from '@/lib/resources/webhook-deliveries/contract';
import {
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import { ALL_EVENTS, type WebhookEndpoint } from '@/lib/resources/webhook-endpoints/schema';

export type WebhookDialogKind = 'test' | 'rotate' | 'redeliver' | 'turn_on' | 'turn_off';

interface Props {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** What can be done with an endpoint, each in a dialog that is open while it is mounted. */
export function WebhookDialog({ kind, ...props }: Props & { kind: WebhookDialogKind }) {
  const Open = DIALOGS[kind];
  return <Open {...props} />;
}

const DIALOGS: Record<WebhookDialogKind, (props: Props) => React.ReactNode> = {
  test: TestDialog,
  rotate: RotateDialog,
  redeliver: RedeliverDialog,
  turn_on: TurnOnDialog,
  turn_off: TurnOffDialog,
};

function TestDialog({ endpoint, onClose }: Props) {
  const { id, events } = endpoint;
  const kinds = events.includes(ALL_EVENTS) ? EVENT_KINDS : (events as EventKind[]);
  const [type, setType] = useState<EventKind>(kinds[0] ?? 'order.created');
  const test = useCommand(testWebhookEndpoint);
  return (
    <Dialog open onOpenChange={onClose} wide title={TEXTS.test} description={TEXTS.testText}>
      <Field label={DELIVERY.labels.type}>
        {(aria) => (
          <Select
            {...aria}
            value={type}
            onChange={({ target }) => setType(target.value as EventKind)}
          >
            {kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </Select>
        )}
      </Field>
      <div aria-live="polite">
        {test.isPending && <p className="text-muted">{TEXTS.testing}</p>}
        {test.error && <ErrorNote error={test.error} />}
        {test.data && <AttemptView attempt={test.data} body={null} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{TEXTS.close}</Button>
        <Button
          variant="primary"
          pending={test.isPending}
          onClick={() => test.mutate({ params: { id }, body: { type } })}
        >
          {TEXTS.test}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function RotateDialog({ endpoint: { id }, onClose }: Props) {
  const [hours, setHours] = useState(24);
  const rotate = useCommand(rotateWebhookSecret);
  if (rotate.data) return <EndpointSecret secret={rotate.data.secret} onDone={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} modal title={TEXTS.rotate} description={TEXTS.rotateText}>
      <Field label={TEXTS.overlap}>
        {(aria) => (
          <Select {...aria} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {Object.entries(TEXTS.overlaps).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rotate.error && <ErrorNote error={rotate.error} />}
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button
          variant="primary"
          pending={rotate.isPending}
          onClick={() => rotate.mutate({ params: { id }, body: { overlap_hours: hours } })}
        >
          {TEXTS.rotate}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function RedeliverDialog({ endpoint: { id }, onClose }: Props) {
  const redeliver = useCommand(redeliverToEndpoint);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={TEXTS.redeliver}
      verb={TEXTS.redeliver}
      variant="primary"
      effects={TEXTS.redeliverEffects}
      onConfirm={async () => {
        const input = { params: { id }, body: { status: 'failed' as const } };
        const { count } = await redeliver.mutateAsync(input);
        showToast(TEXTS.redelivered(count));
      }}
    />
  );
}

function TurnOnDialog({ endpoint: { id }, onClose }: Props) {
  const [sendsMissed, setSendsMissed] = useState(true);
  const update = useCommand(updateWebhookEndpoint);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={TEXTS.turnOnTitle}
      verb={TEXTS.turnOn}
      variant="primary"
      effects={
        <>
          <p>{TEXTS.turnOnEffects}</p>
          <Option checked={sendsMissed} onChange={({ target }) => setSendsMissed(target.checked)}>
            {TEXTS.sendMissed}
          </Option>
        </>
      }
      onConfirm={async () => {
        const body = { is_enabled: true, redeliver_missed: sendsMissed };
        await update.mutateAsync({ params: { id }, body });
        showToast(TEXTS.turnedOn);
      }}
    />
  );
}

function TurnOffDialog({ endpoint: { id }, onClose }: Props) {
  const update = useCommand(updateWebhookEndpoint);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={TEXTS.turnOffTitle}
      verb={TEXTS.turnOff}
      effects={TEXTS.turnOffEffects}
      onConfirm={async () => {
        await update.mutateAsync({ params: { id }, body: { is_enabled: false } });
        showToast(TEXTS.turnedOff);
      }}
    />
  );
}
