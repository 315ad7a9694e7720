'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { TWO_FACTOR } from '@/components/settings/account-texts';
import { SecretBox } from '@/components/settings/secret-box';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { QrCode } from '@/components/ui/qr-code';
import { Section } from '@/components/ui/section';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { getAccount } from '@/lib/resources/accounts/contract';
import {
  disableTwoFactor,
  enableTwoFactor,
  generateRecoveryCodes,
  verifyTotp,
} from '@/lib/resources/second-factors/contract';

/** So few recovery codes are too few. */
const FEW = 3;

/** The caller's authenticator app and recovery codes: turned on with a QR code, shown once, and turned off. */
export function TwoFactorSection() {
  const { data: account } = useQuery(query(getAccount));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const factors = account?.second_factors ?? [];
  const hasPasskey = factors.includes('passkey');
  return (
    <Section title={TWO_FACTOR.title}>
      {factors.includes('totp') ? (
        <TurnedOn
          left={account?.recovery_codes_left ?? 0}
          hasPasskey={hasPasskey}
          onCodes={setCodes}
        />
      ) : (
        <TurnedOff hasPasskey={hasPasskey} onCodes={setCodes} />
      )}
      <Dialog
        open={codes !== null}
        onOpenChange={() => setCodes(null)}
        modal
        title={TWO_FACTOR.codesTitle}
        description={TWO_FACTOR.codesText}
      >
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Dialog>
    </Section>
  );
}

function TurnedOff({
  hasPasskey,
  onCodes,
}: {
  hasPasskey: boolean;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [uri, setUri] = useState<string | null>(null);
  const codes = useRef<readonly string[]>([]);
  const enable = useCommand(enableTwoFactor, {
    onSuccess: ({ totp_uri, recovery_codes }) => {
      codes.current = recovery_codes;
      setUri(totp_uri);
    },
    onError: (error) => showErrorToast(TWO_FACTOR.turnOn, error),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-muted">
        {hasPasskey ? TWO_FACTOR.offWithPasskey : TWO_FACTOR.off}
      </p>
      <Button pending={enable.isPending} onClick={() => enable.mutate({ body: {} })}>
        {TWO_FACTOR.turnOn}
      </Button>
      <Dialog
        open={uri !== null}
        onOpenChange={() => setUri(null)}
        modal
        title={TWO_FACTOR.title}
        description={TWO_FACTOR.scan}
      >
        {uri !== null && (
          <EnrolForm
            uri={uri}
            onClose={() => setUri(null)}
            onDone={() => {
              setUri(null);
              showToast(TWO_FACTOR.turnedOn);
              onCodes(codes.current);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

/** The app's first code, which puts it in force. */
function EnrolForm({
  uri,
  onClose,
  onDone,
}: {
  uri: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const key = useRef<HTMLElement>(null);
  const form = useContractForm(verifyTotp, {
    defaultValues: { code: '' },
    guarded: false,
    isOwn: true,
    onSuccess: onDone,
  });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <DialogForm form={form} submit={TWO_FACTOR.turnOn} onCancel={onClose}>
      <QrCode value={uri} label={TWO_FACTOR.theQrCode} />
      <div className="flex flex-col gap-1">
        <p className="text-muted">{TWO_FACTOR.byHand}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          <code ref={key} className="font-mono text-xs wrap-anywhere">
            {secret}
          </code>
          <CopyButton value={secret} label={TWO_FACTOR.copyKey} target={key} />
        </p>
      </div>
      <TextField
        form={form}
        name="code"
        label={TWO_FACTOR.code}
        help={TWO_FACTOR.codeHelp}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
    </DialogForm>
  );
}

function TurnedOn({
  left,
  hasPasskey,
  onCodes,
}: {
  left: number;
  hasPasskey: boolean;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [asks, setAsks] = useState<'replace' | 'turn_off' | null>(null);
  const replace = useCommand(generateRecoveryCodes, {
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  const disable = useCommand(disableTwoFactor, {
    onSuccess: () => showToast(TWO_FACTOR.turnedOff),
  });
  const close = () => setAsks(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-col gap-1">
        <p>{hasPasskey ? TWO_FACTOR.onWithPasskey : TWO_FACTOR.on}</p>
        <p className={left < FEW ? 'text-warn' : 'text-muted'}>
          {left < FEW ? TWO_FACTOR.fewLeft(left) : TWO_FACTOR.codesLeft(left)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsks('replace')}>{TWO_FACTOR.newCodes}</Button>
        <Button onClick={() => setAsks('turn_off')}>{TWO_FACTOR.turnOff}</Button>
      </div>
      {asks === 'replace' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={TWO_FACTOR.newCodes}
          verb={TWO_FACTOR.newCodes}
          effects={TWO_FACTOR.replacing}
          onConfirm={() => replace.mutateAsync({ body: {} })}
        />
      )}
      {asks === 'turn_off' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`${TWO_FACTOR.turnOff} ${TWO_FACTOR.title.toLowerCase()}`}
          verb={TWO_FACTOR.turnOff}
          effects={hasPasskey ? TWO_FACTOR.turningOffWithPasskey : TWO_FACTOR.turningOff}
          onConfirm={() => disable.mutateAsync({ body: {} })}
        />
      )}
    </div>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <SecretBox
      value={text}
      copy={TWO_FACTOR.copyCodes}
      aside={
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="tilldesk-recovery-codes.txt"
          className={buttonClasses({})}
        >
          {TWO_FACTOR.download}
        </a>
      }
      onDone={onDone}
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </SecretBox>
  );
}
