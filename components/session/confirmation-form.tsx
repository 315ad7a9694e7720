'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasskeyButton } from '@/components/session/passkey-button';
import { PasswordField } from '@/components/session/password-field';
import { SecondFactorForm } from '@/components/session/second-factor-form';
import { CONFIRM, FACTOR, PASSKEY } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { UI } from '@/components/ui/texts';
import type { ApiFailure } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import type { SecondFactor } from '@/lib/contract/second-factors';
import { getAccount, verifyPassword } from '@/lib/resources/accounts/contract';

/** Confirms the session by the password, or by a factor where one is set up. */
export function ConfirmationForm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { data: account } = useQuery(query(getAccount));
  const [usesCode, setUsesCode] = useState(false);
  if (!account) return <div className="h-32" />;
  const { has_password: hasPassword, second_factors: factors } = account;
  if (!hasPassword && factors.length === 0) {
    return (
      <>
        <p>{CONFIRM.signInAgain}</p>
        <DialogActions>
          <Button onClick={() => onDone(false)}>{UI.cancel}</Button>
        </DialogActions>
      </>
    );
  }
  if (usesCode || !hasPassword) {
    return (
      <SecondFactorForm factors={factors} verb={CONFIRM.confirm} onDone={() => onDone(true)}>
        {hasPassword && (
          <Button variant="ghost" size="small" onClick={() => setUsesCode(false)}>
            {CONFIRM.usePassword}
          </Button>
        )}
      </SecondFactorForm>
    );
  }
  return <PasswordForm factors={factors} onCode={() => setUsesCode(true)} onDone={onDone} />;
}

function PasswordForm({
  factors,
  onCode,
  onDone,
}: {
  factors: readonly SecondFactor[];
  onCode: () => void;
  onDone: (isConfirmed: boolean) => void;
}) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(verifyPassword, {
    defaultValues: { password: '' },
    guarded: false,
    isOwn: true,
    onSuccess: () => onDone(true),
    onFailure: setFailure,
  });
  const blockedBy = useCountdown(failure);
  return (
    <ContractFormBody form={form}>
      <PasswordField form={form} name="password" autoComplete="current-password" />
      {factors.includes('passkey') && (
        <PasskeyButton label={PASSKEY.use} onDone={() => onDone(true)} />
      )}
      {factors.includes('totp') && (
        <Button variant="ghost" size="small" className="-ml-2 self-start" onClick={onCode}>
          {FACTOR.useApp}
        </Button>
      )}
      <DialogActions>
        <Button onClick={() => onDone(false)}>{UI.cancel}</Button>
        <SubmitButton form={form} blockedBy={blockedBy}>
          {CONFIRM.confirm}
        </SubmitButton>
      </DialogActions>
    </ContractFormBody>
  );
}
