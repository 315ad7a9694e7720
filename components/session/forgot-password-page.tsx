'use client';

import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { LinkPage } from '@/components/session/link-page';
import { LINKS, SESSION } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { TextLink } from '@/components/ui/text-link';
import type { ApiFailure } from '@/lib/client/client';
import { requestPasswordReset } from '@/lib/resources/accounts/contract';

/** Asks for a link to set a new password. */
export function ForgotPasswordPage({ hasMailServer }: { hasMailServer: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = <TextLink href="/sign-in">{LINKS.backToSignIn}</TextLink>;
  if (sentTo !== null) {
    return (
      <LinkPage title={LINKS.checkTitle} text={LINKS.resetSent(sentTo)}>
        <p>{LINKS.notThere}</p>
        {back}
      </LinkPage>
    );
  }
  return (
    <LinkPage title={LINKS.forgotTitle} text={hasMailServer ? LINKS.forgotText : LINKS.noMail}>
      {hasMailServer && <EmailForm onSent={setSentTo} />}
      {back}
    </LinkPage>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(requestPasswordReset, {
    defaultValues: { email: '' },
    guarded: false,
    isOwn: true,
    onSuccess: (_, { email }) => onSent(email),
    onFailure: setFailure,
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
      <SubmitButton form={form} blockedBy={blockedBy}>
        {LINKS.sendLink}
      </SubmitButton>
    </ContractFormBody>
  );
}
