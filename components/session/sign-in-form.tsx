'use client';

import { useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasswordField } from '@/components/session/password-field';
import { SESSION } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { Button } from '@/components/ui/button';
import type { ApiFailure } from '@/lib/client/client';
import { signIn } from '@/lib/resources/identity/contract';

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
    onSuccess: ({ user }) => onSignedIn(user.email),
    onFailure: setFailure,
    describeFailure: (error) => (error.status === 401 ? error.message : undefined),
  });
  const seconds = useCountdown(failure?.status === 429 ? failure : null);
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
      <Button
        type="submit"
        variant="primary"
        pending={form.isSubmitting}
        blockedBy={seconds > 0 ? SESSION.tryAgainIn(seconds) : null}
      >
        {SESSION.signIn}
      </Button>
    </ContractFormBody>
  );
}
