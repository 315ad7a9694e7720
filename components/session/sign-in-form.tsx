'use client';

import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasswordField } from '@/components/session/password-field';
import { SESSION } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import type { ApiFailure } from '@/lib/client/client';
import { signIn } from '@/lib/resources/accounts/contract';

/** Email and password. One message whatever is wrong; too many tries count down. */
export function SignInForm({
  email = '',
  onSignedIn,
}: {
  email?: string;
  onSignedIn: (email: string) => void;
}) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(signIn, {
    defaultValues: { email, password: '' },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user }) => onSignedIn(user.email),
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
