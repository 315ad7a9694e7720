'use client';

import type { FieldValues } from 'react-hook-form';
import { CallbackUrl } from '@/components/connections/callback-url';
import { DISCORD, CONNECTIONS as texts } from '@/components/connections/texts';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { type ContractForm, formPart, useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import {
  createDiscordConnection,
  updateDiscordConnection,
} from '@/lib/resources/discord-connections/contract';
import type { DiscordConnection } from '@/lib/resources/discord-connections/schema';

interface Credentials extends FieldValues {
  bot_token: string | null;
  client_id: string;
  client_secret: string | null;
}

interface Props {
  callbackUrl: string;
  onClose: () => void;
}

/** Connects a server of Discord, or gives one new credentials. Open while it is mounted. */
export function DiscordDialog({
  row,
  ...props
}: Props & {
  /** The one that is reconnected; null for a new one. */
  row: DiscordConnection | null;
}) {
  return (
    <Dialog
      open
      wide
      modal
      onOpenChange={props.onClose}
      title={row ? texts.reconnectOne(row.guild_name) : DISCORD.connect}
      description={DISCORD.connectText}
    >
      {row ? <ReconnectForm row={row} {...props} /> : <ConnectForm {...props} />}
    </Dialog>
  );
}

function ConnectForm({ callbackUrl, onClose }: Props) {
  const { id } = useOrganization();
  const form = useContractForm(createDiscordConnection, {
    guarded: false,
    defaultValues: {
      bot_token: '',
      guild_id: '',
      client_id: '',
      client_secret: '',
      organization_id: id,
    },
    onSuccess: ({ guild_name }) => {
      showToast(DISCORD.connected(guild_name));
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={DISCORD.connect} submit={DISCORD.connect} onCancel={onClose}>
      <TextField
        form={form}
        name="guild_id"
        label={DISCORD.guild}
        inputMode="numeric"
        autoComplete="off"
        help={DISCORD.guildHelp}
      />
      <CredentialFields form={formPart(form)} callbackUrl={callbackUrl} />
    </DialogForm>
  );
}

function ReconnectForm({
  row: { id, guild_name, client_id },
  callbackUrl,
  onClose,
}: Props & { row: DiscordConnection }) {
  const form = useContractForm(updateDiscordConnection, {
    guarded: false,
    params: { id },
    defaultValues: { bot_token: null, client_id, client_secret: null },
    toBody: (values: Credentials) => ({
      client_id: values.client_id,
      ...(values.bot_token && { bot_token: values.bot_token }),
      ...(values.client_secret && { client_secret: values.client_secret }),
    }),
    onSuccess: () => {
      showToast(texts.reconnected(guild_name));
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={texts.reconnectOne(guild_name)}
      submit={texts.reconnect}
      onCancel={onClose}
    >
      <CredentialFields form={form} callbackUrl={callbackUrl} isStored />
    </DialogForm>
  );
}

function CredentialFields({
  form,
  callbackUrl,
  isStored = false,
}: {
  form: ContractForm<Credentials>;
  callbackUrl: string;
  /** What is left blank stays as it is. */
  isStored?: boolean;
}) {
  const keeping = (help: string) => (isStored ? `${texts.stays} ${help}` : help);
  return (
    <>
      <TextField
        form={form}
        name="bot_token"
        label={DISCORD.token}
        type="password"
        autoComplete="off"
        optional={isStored}
        help={keeping(DISCORD.tokenHelp)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="client_id"
          label={DISCORD.clientId}
          inputMode="numeric"
          autoComplete="off"
          help={DISCORD.clientHelp}
        />
        <TextField
          form={form}
          name="client_secret"
          label={DISCORD.clientSecret}
          type="password"
          autoComplete="off"
          optional={isStored}
          help={keeping(DISCORD.secretHelp)}
        />
      </div>
      <CallbackUrl url={callbackUrl} help={DISCORD.callbackHelp} />
    </>
  );
}
