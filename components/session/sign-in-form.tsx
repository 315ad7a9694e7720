'use client';

import { type ReactNode, useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasskeyButton } from '@/components/session/passkey-button';
import { PasswordField } from '@/components/session/password-field';
import { SecondFactorForm } from '@/components/session/second-factor-form';
import { FACTOR, PASSKEY, SESSION } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { ErrorNote } from '@/components/ui/error-state';
import type { ApiFailure } from '@/lib/client/client';
import type { SecondFactor } from '@/lib/contract/second-factors';
import { signIn } from '@/lib/resources/accounts/contract';

/** A passkey, or email and password and then the second factor where one is set up. */
export function SignInForm({
  email = '',
  onSignedIn,
  children,
}: {
  email?: string;
  onSignedIn: (email: string) => void;
  /** Shown below email and password alone. */
  children?: ReactNode;
}) {
  const [factors, setFactors] = useState<SecondFactor[] | null>(null);
  const [over, setOver] = useState<ApiFailure | null>(null);
  if (factors) {
    return (
      <>
        <p className="text-muted">{FACTOR.text}</p>
        <SecondFactorForm
          factors={factors}
          onDone={onSignedIn}
          onOver={(failure) => {
            setOver(failure);
            setFactors(null);
          }}
        />
      </>
    );
  }
  return (
    <>
      {over && <ErrorNote error={over} />}
      <CredentialsForm email={email} onSignedIn={onSignedIn} onWaiting={setFactors} />
      <PasskeyButton label={PASSKEY.signIn} onDone={onSignedIn} />
      {children}
    </>
  );
}

/** One message whatever is wrong; too many tries count down. */
function CredentialsForm({
  email,
  onSignedIn,
  onWaiting,
}: {
  email: string;
  onSignedIn: (email: string) => void;
  onWaiting: (factors: SecondFactor[]) => void;
}) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(signIn, {
    defaultValues: { email, password: '' },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user, second_factors = [] }) => {
      if (user) onSignedIn(user.email);
      else onWaiting(second_factors);
    },
    onFailure: setFailure,
    describeFailure: (error) => (error.status === 401 ? error.message : undefined),
  });
  const blockedBy = useCountdown(failure);
  return (
    <ContractFormBody form={form}>
      <TextField
        form={form}
        name="email"
        label={SESSION.email}
        type="email"
        autoComplete="username"
      />
      <PasswordField form={form} name="password" autoComplete="current-password" />
      <SubmitButton form={form} blockedBy={blockedBy}>
        {SESSION.signIn}
      </SubmitButton>
    </ContractFormBody>
  );
}
