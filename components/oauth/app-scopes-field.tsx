'use client';

import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { APPS } from '@/components/oauth/texts';
import { GroupChoices } from '@/components/settings/scopes-field';
import { FieldGroup } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import type { Permission } from '@/lib/contract/permissions';

/** What an app may learn of the seller; every app may learn the id. */
const IDENTITY: readonly [Permission, string][] = [
  ['profile', APPS.profile],
  ['email', APPS.email],
];

/** The scopes that an app may ask for. */
export function AppScopesField<V extends FieldValues>({
  form,
  name,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
}) {
  const { field, error } = useField(form, name);
  const scopes: readonly Permission[] = field.value ?? [];
  const toggle = (scope: Permission) =>
    field.onChange(
      scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope],
    );
  return (
    <>
      <FieldGroup label={APPS.identity}>
        {IDENTITY.map(([scope, label]) => (
          <Option key={scope} checked={scopes.includes(scope)} onChange={() => toggle(scope)}>
            {label}
          </Option>
        ))}
      </FieldGroup>
      <FieldGroup label={APPS.resources} error={error} help={APPS.accessHelp}>
        <GroupChoices scopes={scopes} onChange={field.onChange} first={field.ref} isOfApp />
      </FieldGroup>
    </>
  );
}
