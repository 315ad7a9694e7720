'use client';

import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { LinkPage, UsedLink } from '@/components/session/link-page';
import { PasswordField } from '@/components/session/password-field';
import { LINKS, SESSION } from '@/components/session/texts';
import { resetPassword } from '@/lib/resources/identity/contract';
import { PASSWORD_LENGTH } from '@/lib/resources/identity/schema';

/** Sets a new password by a mailed link, and signs in. */
export function ResetPasswordPage({ token, email }: { token: string; email: string }) {
  const [isUsed, setUsed] = useState(false);
  const form = useContractForm(resetPassword, {
    defaultValues: { token, password: '' },
    guarded: false,
    onSuccess: () => window.location.assign('/dashboard'),
    onFailure: ({ status }) => setUsed(status === 410),
  });
  if (isUsed) return <UsedLink isReset />;
  return (
    <LinkPage title={LINKS.resetTitle} text={LINKS.resetText(email)}>
      <ContractFormBody form={form}>
        <input type="email" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          form={form}
          name="password"
          label={LINKS.newPassword}
          autoComplete="new-password"
          help={SESSION.passwordHelp(PASSWORD_LENGTH.min)}
        />
        <SubmitButton form={form}>{LINKS.setPassword}</SubmitButton>
      </ContractFormBody>
    </LinkPage>
  );
}
