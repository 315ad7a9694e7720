'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { LinkPage, UsedLink } from '@/components/session/link-page';
import { nextPage } from '@/components/session/next-page';
import { PasswordField } from '@/components/session/password-field';
import { SecondFactorPage } from '@/components/session/second-factor-page';
import { LINKS, SESSION } from '@/components/session/texts';
import { TextLink } from '@/components/ui/text-link';
import type { SecondFactor } from '@/lib/contract/second-factors';
import { confirmEmail } from '@/lib/resources/accounts/contract';

type Outcome = 'used' | 'needs_password' | 'confirmed_before';

/** Confirms an address by a mailed link, and signs in. `page` is where it goes then, unless the link names one. */
export function ConfirmEmailPage({
  token,
  email,
  page,
}: {
  token: string;
  email: string;
  page: string;
}) {
  const search = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [factors, setFactors] = useState<SecondFactor[] | null>(null);
  const open = () => window.location.assign(nextPage(search, page));
  const form = useContractForm(confirmEmail, {
    defaultValues: { token, password: null },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user, second_factors }) => {
      if (user) open();
      else if (second_factors) setFactors(second_factors);
      else setOutcome('confirmed_before');
    },
    takeFailure: ({ status }) => {
      if (status === 403) setOutcome('needs_password');
      if (status === 410) setOutcome('used');
      return status === 403 || status === 410;
    },
  });
  if (outcome === 'used') return <UsedLink />;
  if (factors) return <SecondFactorPage factors={factors} onDone={open} />;
  if (outcome === 'confirmed_before') {
    return (
      <LinkPage title={LINKS.confirmedTitle} text={LINKS.confirmedText}>
        <TextLink href="/sign-in">{SESSION.signIn}</TextLink>
      </LinkPage>
    );
  }
  const needsPassword = outcome === 'needs_password';
  const text = needsPassword ? LINKS.confirmPasswordText : LINKS.confirmText(email);
  return (
    <LinkPage title={LINKS.confirmTitle} text={text}>
      <ContractFormBody form={form}>
        {needsPassword && (
          <PasswordField form={form} name="password" autoComplete="current-password" />
        )}
        <SubmitButton form={form}>{LINKS.confirm}</SubmitButton>
      </ContractFormBody>
      {needsPassword && <TextLink href="/forgot-password">{SESSION.forgot}</TextLink>}
    </LinkPage>
  );
}
