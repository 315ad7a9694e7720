'use client';

import type { FieldValues } from 'react-hook-form';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { FoldedPart } from '@/components/form/form-part';
import { type ContractForm, formPart, useContractForm } from '@/components/form/use-contract-form';
import { PAYMENTS as texts } from '@/components/payment-connections/texts';
import { useOrganization } from '@/components/session/organization';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import {
  createPaymentConnection,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import type { PaymentConnection } from '@/lib/resources/payment-connections/schema';

interface Keys extends FieldValues {
  secret_key: string | null;
  publishable_key: string | null;
  webhook_secret?: string | null | undefined;
}

/** Connects a Stripe account, or replaces the keys of one. Open while it is mounted. */
export function StripeDialog({
  row,
  onClose,
}: {
  /** The one whose keys are replaced; null for a new one. */
  row: PaymentConnection | null;
  onClose: () => void;
}) {
  const { is_sandbox } = useOrganization();
  const connectText = is_sandbox ? texts.connectTest : texts.connectLive;
  return (
    <Dialog
      open
      wide
      modal
      onOpenChange={onClose}
      title={row ? texts.replace : texts.connect}
      description={row ? texts.replaceText : connectText}
    >
      {row ? <ReplaceForm row={row} onClose={onClose} /> : <ConnectForm onClose={onClose} />}
    </Dialog>
  );
}

function ConnectForm({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization();
  const form = useContractForm(createPaymentConnection, {
    guarded: false,
    params: { id },
    defaultValues: {
      processor: 'stripe',
      secret_key: '',
      publishable_key: '',
      webhook_secret: null,
    },
    onSuccess: () => {
      showToast(texts.connected);
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={texts.connect} submit={texts.connect} onCancel={onClose}>
      <KeyFields form={formPart(form)} />
    </DialogForm>
  );
}

function ReplaceForm({ row, onClose }: { row: PaymentConnection; onClose: () => void }) {
  const { id } = useOrganization();
  const form = useContractForm(updatePaymentConnection, {
    guarded: false,
    params: { id, connection_id: row.id },
    defaultValues: { secret_key: null, publishable_key: null, webhook_secret: null },
    toBody: (values: Keys) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value)),
    onSuccess: () => {
      showToast(texts.replaced);
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={texts.replace} submit={texts.replace} onCancel={onClose}>
      <KeyFields form={formPart(form)} isStored />
    </DialogForm>
  );
}

function KeyFields({
  form,
  isStored = false,
}: {
  form: ContractForm<Keys>;
  /** What is left blank stays as it is. */
  isStored?: boolean;
}) {
  return (
    <>
      <TextField
        form={form}
        name="secret_key"
        label={texts.secretKey}
        type="password"
        autoComplete="off"
        optional={isStored}
        help={isStored ? `${texts.stays} ${texts.secretHelp}` : texts.secretHelp}
      />
      <TextField
        form={form}
        name="publishable_key"
        label={texts.publishableKey}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        optional={isStored}
        help={isStored ? texts.stays : texts.publishableHelp}
      />
      <FoldedPart form={form} names={['webhook_secret']} opened={false} title={texts.webhook}>
        <p className="text-xs text-muted">{texts.webhookHelp}</p>
        <TextField
          form={form}
          name="webhook_secret"
          label={texts.webhookSecret}
          type="password"
          autoComplete="off"
          optional="unmarked"
        />
      </FoldedPart>
    </>
  );
}
