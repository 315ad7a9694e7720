'use client';

import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import {
  PERMISSION_GROUPS,
  type PermissionGroup,
  READING,
  withPermission,
} from '@/components/settings/token-scopes';
import { tokens as texts } from '@/components/settings/token-texts';
import { Button } from '@/components/ui/button';
import { FieldGroup } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import type { Permission } from '@/lib/contract/permissions';
import { CLIENT_SCOPES } from '@/lib/resources/oauth-clients/rules';

/** The scopes of a token: reading and writing of each resource, and administration. */
export function ScopesField<V extends FieldValues>({
  form,
  name,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
}) {
  const { field, error } = useField(form, name);
  const scopes: readonly Permission[] = field.value ?? [];
  const isAdmin = scopes.includes('admin');
  return (
    <FieldGroup label={texts.scopes} error={error} help={texts.scopesHelp}>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => field.onChange([...READING])}>
          {texts.readAll}
        </Button>
        <Button size="small" onClick={() => field.onChange([])}>
          {texts.clear}
        </Button>
      </div>
      <GroupChoices scopes={scopes} onChange={field.onChange} first={field.ref} />
      <Option
        checked={isAdmin}
        onChange={() =>
          field.onChange(isAdmin ? scopes.filter((name) => name !== 'admin') : [...scopes, 'admin'])
        }
      >
        {texts.admin}
        <span className="block text-xs text-muted">{texts.adminHelp}</span>
      </Option>
    </FieldGroup>
  );
}

/** Reading and writing of each resource; `isOfApp` leaves out what no app may. */
export function GroupChoices({
  scopes,
  onChange,
  first,
  isOfApp = false,
}: {
  scopes: readonly Permission[];
  onChange: (scopes: Permission[]) => void;
  /** Takes the focus of the field. */
  first: (element: HTMLInputElement | null) => void;
  isOfApp?: boolean;
}) {
  const groups = isOfApp ? PERMISSION_GROUPS.map(ofApp) : PERMISSION_GROUPS;
  return (
    <div className="grid gap-x-8 sm:grid-cols-2">
      {groups.map((group, place) => (
        <GroupChoice
          key={group.label}
          group={group}
          scopes={scopes}
          onChange={onChange}
          {...(place === 0 && { first })}
        />
      ))}
    </div>
  );
}

function ofApp(group: PermissionGroup): PermissionGroup {
  const isForApps = group.write !== null && CLIENT_SCOPES.includes(group.write);
  return isForApps ? group : { ...group, write: null };
}

function GroupChoice({
  group,
  scopes,
  onChange,
  first,
}: {
  group: PermissionGroup;
  scopes: readonly Permission[];
  onChange: (scopes: Permission[]) => void;
  /** Takes the focus of the field. */
  first?: (element: HTMLInputElement | null) => void;
}) {
  const id = useId();
  const { label, read, write } = group;
  const writes = write !== null && scopes.includes(write);
  const reads = read !== null && (writes || scopes.includes(read));
  const change = (wanted: 'none' | 'read' | 'write') =>
    onChange(withPermission(scopes, group, wanted));
  return (
    <fieldset aria-labelledby={id} className="flex items-center gap-4 border-b border-line">
      <span id={id} className="min-w-0 flex-1">
        {label}
      </span>
      {read && (
        <Option ref={first} checked={reads} onChange={() => change(reads ? 'none' : 'read')}>
          {texts.read}
        </Option>
      )}
      {write && (
        <Option
          checked={writes}
          onChange={() => change(writes ? (read ? 'read' : 'none') : 'write')}
        >
          {texts.write}
        </Option>
      )}
      {!write && (
        // As wide as the missing choice, so that the others stand below each other.
        <span aria-hidden className="invisible pl-6">
          {texts.write}
        </span>
      )}
    </fieldset>
  );
}
