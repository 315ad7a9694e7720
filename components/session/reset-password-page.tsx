'use client';

import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { LinkPage, UsedLink } from '@/components/session/link-page';
import { PasswordField } from '@/components/session/password-field';
import { SecondFactorPage } from '@/components/session/second-factor-page';
import { LINKS, SESSION } from '@/components/session/texts';
import { FieldGroup } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { Time } from '@/components/ui/time';
import { PASSWORD_LENGTH } from '@/lib/contract/new-password';
import type { SecondFactor } from '@/lib/contract/second-factors';
import { resetPassword } from '@/lib/resources/accounts/contract';

/** A personal token or a connected app that the reset ends unless it is kept. */
interface Endangered {
  id: string;
  name: string;
  /** The first and last characters of a token. */
  hint: string | null;
  /** What it may do, in words. */
  access: string;
  created_at: string;
  last_used_at: string | null;
}

/** Sets a new password by a mailed link, ends the personal tokens and apps that are not kept, and signs in. */
export function ResetPasswordPage({
  token,
  email,
  tokens,
  apps,
}: {
  token: string;
  email: string;
  tokens: readonly Endangered[];
  apps: readonly Endangered[];
}) {
  const [isUsed, setUsed] = useState(false);
  const [factors, setFactors] = useState<SecondFactor[] | null>(null);
  const open = () => window.location.assign('/dashboard');
  const kept: string[] = [];
  const form = useContractForm(resetPassword, {
    defaultValues: { token, password: '', keep_tokens: kept, keep_apps: kept },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user, second_factors = [] }) => (user ? open() : setFactors(second_factors)),
    onFailure: ({ status }) => setUsed(status === 410),
  });
  if (isUsed) return <UsedLink isReset />;
  if (factors) return <SecondFactorPage factors={factors} onDone={open} />;
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
        <Kept form={form} name="keep_tokens" label={LINKS.keepTokens} items={tokens} />
        <Kept form={form} name="keep_apps" label={LINKS.keepApps} items={apps} />
        <SubmitButton form={form}>{LINKS.setPassword}</SubmitButton>
      </ContractFormBody>
    </LinkPage>
  );
}

interface Values {
  token: string;
  password: string;
  keep_tokens?: string[] | null | undefined;
  keep_apps?: string[] | null | undefined;
}

/** What ends, each with a box to keep it. */
function Kept({
  form,
  name,
  label,
  items,
}: {
  form: ContractForm<Values>;
  name: 'keep_tokens' | 'keep_apps';
  label: string;
  items: readonly Endangered[];
}) {
  const { field, error } = useField(form, name);
  const kept: readonly string[] = field.value ?? [];
  if (items.length === 0) return null;
  return (
    <FieldGroup label={label} error={error} help={LINKS.keepHelp[name]}>
      {items.map(({ id, name, hint, access, created_at, last_used_at }) => (
        <Option
          key={id}
          checked={kept.includes(id)}
          onChange={() =>
            field.onChange(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id])
          }
        >
          <span className="wrap-anywhere">
            {name}
            {hint !== null && <span className="ml-1 font-mono text-xs text-muted">{hint}</span>}
          </span>
          <span className="block text-xs text-muted">{access}</span>
          <span className="block text-xs text-muted">
            {LINKS.created} <Time value={created_at} show="short" />
            {' · '}
            {last_used_at === null ? (
              LINKS.neverUsed
            ) : (
              <>
                {LINKS.lastUsed} <Time value={last_used_at} show="short" />
              </>
            )}
          </span>
        </Option>
      ))}
    </FieldGroup>
  );
}
