'use client';

import type { FieldValues } from 'react-hook-form';
import { CallbackUrl } from '@/components/connections/callback-url';
import { GITHUB, CONNECTIONS as texts } from '@/components/connections/texts';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { FoldedPart } from '@/components/form/form-part';
import { type ContractForm, formPart, useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import {
  createExternalOrganization,
  updateExternalOrganization,
} from '@/lib/resources/external-organizations/contract';
import type { ExternalOrganization } from '@/lib/resources/external-organizations/schema';

interface Credentials extends FieldValues {
  access_token: string | null;
  client_id?: string | null | undefined;
  client_secret?: string | null | undefined;
}

interface Props {
  callbackUrl: string;
  onClose: () => void;
}

/** Connects an organization of GitHub, or gives one new credentials. Open while it is mounted. */
export function GitHubDialog({
  row,
  ...props
}: Props & {
  /** The one that is reconnected; null for a new one. */
  row: ExternalOrganization | null;
}) {
  return (
    <Dialog
      open
      wide
      modal
      onOpenChange={props.onClose}
      title={row ? texts.reconnectOne(row.name) : GITHUB.connect}
      description={GITHUB.connectText}
    >
      {row ? <ReconnectForm row={row} {...props} /> : <ConnectForm {...props} />}
    </Dialog>
  );
}

function ConnectForm({ callbackUrl, onClose }: Props) {
  const { id } = useOrganization();
  const form = useContractForm(createExternalOrganization, {
    guarded: false,
    defaultValues: {
      platform: 'github',
      name: '',
      access_token: '',
      client_id: null,
      client_secret: null,
      organization_id: id,
    },
    onSuccess: ({ name }) => {
      showToast(GITHUB.connected(name));
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={GITHUB.connect} submit={GITHUB.connect} onCancel={onClose}>
      <TextField
        form={form}
        name="name"
        label={GITHUB.name}
        help={GITHUB.nameHelp}
        placeholder="acme"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CredentialFields form={formPart(form)} callbackUrl={callbackUrl} hasClient={false} />
    </DialogForm>
  );
}

function ReconnectForm({
  row: { id, name, client_id },
  callbackUrl,
  onClose,
}: Props & { row: ExternalOrganization }) {
  const form = useContractForm(updateExternalOrganization, {
    guarded: false,
    params: { id },
    defaultValues: { access_token: null, client_id, client_secret: null },
    toBody: (values: Credentials) => ({
      ...(values.access_token && { access_token: values.access_token }),
      ...clientOf(values, client_id),
    }),
    onSuccess: () => {
      showToast(texts.reconnected(name));
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={texts.reconnectOne(name)}
      submit={texts.reconnect}
      onCancel={onClose}
    >
      <CredentialFields
        form={form}
        callbackUrl={callbackUrl}
        hasClient={client_id !== null}
        isStored
      />
    </DialogForm>
  );
}

/** What changes of the OAuth app: an empty client ID takes it away, an empty secret stays. */
function clientOf({ client_id: id, client_secret: secret }: Credentials, stored: string | null) {
  if (!id && !secret) return stored === null ? {} : { client_id: null, client_secret: null };
  return { ...(id !== stored && { client_id: id }), ...(secret && { client_secret: secret }) };
}

function CredentialFields({
  form,
  callbackUrl,
  hasClient,
  isStored = false,
}: {
  form: ContractForm<Credentials>;
  callbackUrl: string;
  hasClient: boolean;
  /** What is left blank stays as it is. */
  isStored?: boolean;
}) {
  return (
    <>
      <TextField
        form={form}
        name="access_token"
        label={GITHUB.token}
        type="password"
        autoComplete="off"
        optional={isStored}
        help={isStored ? `${texts.stays} ${GITHUB.tokenHelp}` : GITHUB.tokenHelp}
      />
      <FoldedPart
        form={form}
        names={['client_id', 'client_secret']}
        opened={hasClient}
        title={GITHUB.signIn}
      >
        <p className="text-xs text-muted">{GITHUB.signInHelp}</p>
        <CallbackUrl url={callbackUrl} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="client_id"
            label={GITHUB.clientId}
            autoComplete="off"
            optional="unmarked"
          />
          <TextField
            form={form}
            name="client_secret"
            label={GITHUB.clientSecret}
            type="password"
            autoComplete="off"
            optional="unmarked"
            help={hasClient ? texts.stays : undefined}
          />
        </div>
      </FoldedPart>
    </>
  );
}
