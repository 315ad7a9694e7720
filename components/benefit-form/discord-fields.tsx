'use client';

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { BenefitValues } from '@/components/benefit-form/benefit-values';
import { NotConnected } from '@/components/benefit-form/not-connected';
import { FORM, ROLE_REFUSALS } from '@/components/benefit-form/texts';
import { TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { useOrganization } from '@/components/session/organization';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { query } from '@/lib/client/queries';
import { listDiscordConnections } from '@/lib/resources/discord-connections/contract';
import type { DiscordConnection } from '@/lib/resources/discord-connections/schema';

interface Props {
  form: ContractForm<BenefitValues>;
}

/** So many connected servers are offered. */
const MOST = 100;

/** The role that a benefit gives: of a connected server, or named by hand where none is. */
export function DiscordFields({ form }: Props) {
  const { id } = useOrganization();
  const servers = useQuery(
    query(listDiscordConnections, { query: { organization_id: [id], limit: MOST } }),
  );
  // While that is not known yet, one can be chosen.
  if (servers.isPending || (servers.data && servers.data.items.length > 0)) {
    return <RoleOfServer form={form} servers={servers.data?.items} />;
  }
  return (
    <>
      {servers.data && <NotConnected>{FORM.serverMissing}</NotConnected>}
      <TextField
        form={form}
        name="properties.guild_token"
        label={FORM.serverToken}
        help={FORM.serverHelp}
        autoComplete="off"
      />
      <TextField form={form} name="properties.role_id" label={FORM.roleId} autoComplete="off" />
    </>
  );
}

function RoleOfServer({
  form,
  servers,
}: Props & {
  /** Undefined while they are loaded. */
  servers: readonly DiscordConnection[] | undefined;
}) {
  const token = form.watch('properties.guild_token');
  const roleId = form.watch('properties.role_id');
  const server = servers?.find(({ guild_token }) => guild_token === token);
  const roles = server?.roles ?? [];
  return (
    <>
      <Choice
        form={form}
        name="properties.guild_token"
        label={FORM.server}
        placeholder={FORM.pickServer}
        // What is stored may be of a server that is not connected.
        options={[
          ...(servers ?? []).map(({ guild_token, guild_name }) => ({
            value: guild_token,
            label: guild_name,
          })),
          ...(token !== '' && !server
            ? [{ value: token, label: servers ? FORM.otherServer : '…' }]
            : []),
        ]}
        onPick={() => form.setValue('properties.role_id', '', { shouldDirty: true })}
      />
      <Choice
        form={form}
        name="properties.role_id"
        label={FORM.role}
        placeholder={FORM.pickRole}
        options={[
          ...roles.map(({ id, name, refusal }) => ({
            value: id,
            label: refusal === null ? name : `${name} (${ROLE_REFUSALS[refusal]})`,
            disabled: refusal !== null,
          })),
          ...(roleId !== '' && !roles.some(({ id }) => id === roleId)
            ? [{ value: roleId, label: roleId }]
            : []),
        ]}
        help={FORM.roleHelp}
      />
    </>
  );
}

function Choice({
  form,
  name,
  label,
  placeholder,
  help,
  options,
  onPick,
}: Props & {
  name: 'properties.guild_token' | 'properties.role_id';
  label: string;
  placeholder: string;
  help?: string;
  options: readonly (ComponentProps<'option'> & { value: string; label: string })[];
  onPick?: () => void;
}) {
  const { field, error } = useField(form, name, {
    label,
    isTyped: true,
    show: (value) => options.find((option) => option.value === value)?.label,
  });
  return (
    <Field label={label} help={help} error={error}>
      {(aria) => (
        <Select
          {...aria}
          ref={field.ref}
          name={name}
          value={field.value}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            field.onChange(target.value);
            onPick?.();
          }}
        >
          <option value="">{placeholder}</option>
          {options.map(({ label, ...option }) => (
            <option key={option.value} {...option}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
