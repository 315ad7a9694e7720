'use client';

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import {
  CONNECTION,
  ConnectionNotice,
  connectionFact,
  editEffects,
  NotConnected,
} from '@/components/benefit-types/seller/outside-account';
import type {
  BenefitOf,
  FieldsProps,
  SellerType,
} from '@/components/benefit-types/seller/seller-type';
import { TextField } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import { useOrganization } from '@/components/session/organization';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { query } from '@/lib/client/queries';
import { listDiscordConnections } from '@/lib/resources/discord-connections/contract';
import { roleProblem } from '@/lib/resources/discord-connections/rules';
import type { DiscordConnection } from '@/lib/resources/discord-connections/schema';

export interface DiscordValues {
  guild_token: string;
  role_id: string;
}

type Props = Pick<FieldsProps, 'form'>;

/** So many connected servers are offered. */
const MOST = 100;

const WORDS = {
  help: 'A role on your Discord server.',
  server: 'Server',
  pickServer: 'Choose a server',
  otherServer: 'A server that isn’t connected',
  serverToken: 'Server token',
  serverHelp: 'From the connection of your Discord server.',
  serverMissing: 'No Discord server is connected yet, so roles aren’t given automatically.',
  role: 'Role',
  pickRole: 'Choose a role',
  roleId: 'Role ID',
  roleHelp: 'A new role appears here after you read the server again in Settings.',
  discordServer: 'Discord server',
  guild: (id: string) => `The server ${id}`,
} as const;

/** Why a role of a server can’t be given. */
const ROLE_REFUSALS = {
  administrative: 'can manage the server',
  above_bot: 'above the bot’s role',
  managed: 'belongs to an app',
} as const;

export const discord: SellerType<'discord', DiscordValues> = {
  help: WORDS.help,
  values: { guild_token: '', role_id: '' },
  Fields,
  propertiesOf: ({ guild_token, role_id }) => ({ guild_token, role_id }),
  facts: (benefit) => [
    [WORDS.discordServer, <ServerName key="server" {...benefit.properties} />],
    [WORDS.role, <RoleName key="role" {...benefit.properties} />],
    connectionFact(benefit),
  ],
  editEffects,
  Notice: ({ benefit }) =>
    benefit.connection_status === 'connected' ? null : <DiscordNotice benefit={benefit} />,
};

/** The role that a benefit gives: of a connected server, or named by hand where none is. */
function Fields({ form }: Props) {
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
      {servers.data && <NotConnected>{WORDS.serverMissing}</NotConnected>}
      <TextField
        form={form}
        name="properties.guild_token"
        label={WORDS.serverToken}
        help={WORDS.serverHelp}
        autoComplete="off"
      />
      <TextField form={form} name="properties.role_id" label={WORDS.roleId} autoComplete="off" />
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
        label={WORDS.server}
        placeholder={WORDS.pickServer}
        // What is stored may be of a server that is not connected.
        options={[
          ...(servers ?? []).map(({ guild_token, guild_name }) => ({
            value: guild_token,
            label: guild_name,
          })),
          ...(token !== '' && !server
            ? [{ value: token, label: servers ? WORDS.otherServer : '…' }]
            : []),
        ]}
        onPick={() => form.setValue('properties.role_id', '', { shouldDirty: true })}
      />
      <Choice
        form={form}
        name="properties.role_id"
        label={WORDS.role}
        placeholder={WORDS.pickRole}
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
        help={WORDS.roleHelp}
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

/** The connected server with an id; null where none is, undefined while that is not known. */
function useDiscordServer(guildId: string) {
  const { id } = useOrganization();
  const { data, isPending } = useQuery(
    query(listDiscordConnections, { query: { organization_id: [id], limit: MOST } }),
  );
  const server = data && (data.items.find(({ guild_id }) => guild_id === guildId) ?? null);
  return { server, isPending };
}

type Properties = BenefitOf<'discord'>['properties'];

/** Its name where it is connected, else its id. */
function ServerName({ guild_id }: Properties) {
  const { server } = useDiscordServer(guild_id);
  return server?.guild_name ?? <code>{guild_id}</code>;
}

function RoleName({ guild_id, role_id }: Properties) {
  const { server } = useDiscordServer(guild_id);
  return server?.roles.find(({ id }) => id === role_id)?.name ?? <code>{role_id}</code>;
}

function DiscordNotice({ benefit: { properties } }: { benefit: BenefitOf<'discord'> }) {
  const { server, isPending } = useDiscordServer(properties.guild_id);
  if (server === undefined) return <ConnectionNotice isPending={isPending} />;
  if (server === null) {
    const why = CONNECTION.missing('Discord', WORDS.guild(properties.guild_id));
    return <ConnectionNotice why={why} action={CONNECTION.connect} />;
  }
  return server.status === 'broken' ? (
    <ConnectionNotice why={server.problem} action={CONNECTION.reconnect} />
  ) : (
    <ConnectionNotice why={roleProblem(server.roles, properties.role_id)} />
  );
}
