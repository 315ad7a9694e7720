'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { ConfirmationSent } from '@/components/session/confirmation-sent';
import { keepNext, nextPage } from '@/components/session/next-page';
import { PasswordField } from '@/components/session/password-field';
import { SESSION } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { TextLink } from '@/components/ui/text-link';
import type { ApiFailure } from '@/lib/client/client';
import { PASSWORD_LENGTH } from '@/lib/contract/new-password';
import { signUp } from '@/lib/resources/accounts/contract';

export function SignUpPage() {
  const search = useSearchParams();
  const [confirming, setConfirming] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(signUp, {
    defaultValues: {
      name: '',
      email: search.get('email') ?? '',
      password: '',
      invitation: search.get('invitation'),
    },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user }, { email }) => {
      if (user) window.location.assign(nextPage(search, '/dashboard/new'));
      else setConfirming(email);
    },
    onFailure: setFailure,
  });
  const blockedBy = useCountdown(failure);
  const isClosed = failure?.status === 403;
  if (confirming !== null) return <ConfirmationSent email={confirming} />;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-xl font-semibold tracking-tight">{SESSION.signUp}</h1>
      <ContractFormBody form={form}>
        <TextField form={form} name="name" label={SESSION.name} autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label={SESSION.email}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          form={form}
          name="password"
          autoComplete="new-password"
          help={SESSION.passwordHelp(PASSWORD_LENGTH.min)}
        />
        <SubmitButton form={form} blockedBy={blockedBy ?? (isClosed ? SESSION.closed : null)}>
          {SESSION.createAccount}
        </SubmitButton>
      </ContractFormBody>
      <p className="border-t border-line pt-4 text-muted">
        {SESSION.haveAccount}{' '}
        <TextLink href={keepNext('/sign-in', search)}>{SESSION.signIn}</TextLink>
      </p>
    </div>
  );
}
