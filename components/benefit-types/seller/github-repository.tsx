'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { REPOSITORIES } from '@/components/entities/searchable-repositories';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import { SelectField, TextField } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import { useOrganization } from '@/components/session/organization';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { query } from '@/lib/client/queries';
import { listExternalOrganizations } from '@/lib/resources/external-organizations/contract';
import { listRepositories } from '@/lib/resources/repositories/operations';

export interface RepositoryValues {
  repository_owner: string;
  repository_name: string;
  permission: 'pull' | 'triage' | 'push' | 'maintain' | 'admin';
}

const PERMISSIONS = [
  { value: 'pull', label: 'Read' },
  { value: 'triage', label: 'Triage' },
  { value: 'push', label: 'Write' },
  { value: 'maintain', label: 'Maintain' },
  { value: 'admin', label: 'Admin' },
] as const;

const WORDS = {
  help: 'Access to a private GitHub repository.',
  owner: 'Owner',
  repository: 'Repository',
  permission: 'Permission',
  pickRepository: 'Choose a repository',
  typeRepository: 'Type its name instead',
  chooseRepository: 'Choose from the connected ones',
  repositoryMissing: 'No repository is connected yet, so access isn’t given automatically.',
  unseen: (owner: string, name: string) =>
    `${owner} is connected, but has no repository ${name} that its token sees. Give the token access to it and read ${owner} again, or choose another repository.`,
} as const;

export const gitHubRepository: SellerType<'github_repository', RepositoryValues> = {
  help: WORDS.help,
  values: { repository_owner: '', repository_name: '', permission: 'pull' },
  Fields,
  propertiesOf: ({ repository_owner, repository_name, permission }) => ({
    repository_owner,
    repository_name,
    permission,
  }),
  facts: (benefit) => {
    const { repository_owner, repository_name, permission } = benefit.properties;
    return [
      [WORDS.repository, <code key="name">{`${repository_owner}/${repository_name}`}</code>],
      [WORDS.permission, PERMISSIONS.find(({ value }) => value === permission)?.label],
      connectionFact(benefit),
    ];
  },
  editEffects,
  Notice: ({ benefit }) =>
    benefit.connection_status === 'connected' ? null : <GitHubNotice benefit={benefit} />,
};

/** The repository that a benefit gives access to: one of those that are connected, or named by hand. */
function Fields({ form }: FieldsProps) {
  const { id } = useOrganization();
  const [isTyped, setTyped] = useState(false);
  const found = useQuery(query(listRepositories, { query: { organization_id: [id], limit: 1 } }));
  // While that is not known yet, one can be chosen.
  const isConnected = found.data ? found.data.pagination.total_count > 0 : found.isPending;
  return (
    <>
      {found.data && !isConnected && <NotConnected>{WORDS.repositoryMissing}</NotConnected>}
      {isConnected && !isTyped ? (
        <RepositoryPicker form={form} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="properties.repository_owner" label={WORDS.owner} />
          <TextField form={form} name="properties.repository_name" label={WORDS.repository} />
        </div>
      )}
      {isConnected && (
        <button
          type="button"
          className="-mt-2 self-start text-xs text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
          onClick={() => setTyped(!isTyped)}
        >
          {isTyped ? WORDS.chooseRepository : WORDS.typeRepository}
        </button>
      )}
      <SelectField
        form={form}
        name="properties.permission"
        label={WORDS.permission}
        options={PERMISSIONS}
      />
    </>
  );
}

function RepositoryPicker({ form }: Pick<FieldsProps, 'form'>) {
  const description = { label: WORDS.repository, isTyped: true };
  const owner = useField(form, 'properties.repository_owner', description);
  const name = useField(form, 'properties.repository_name', description);
  const isChosen = owner.field.value !== '' && name.field.value !== '';
  return (
    <Field label={WORDS.repository} error={owner.error ?? name.error}>
      {(aria) => (
        <Combobox
          aria={aria}
          ref={owner.field.ref}
          label={WORDS.repository}
          onClose={owner.field.onBlur}
          panel={({ initialText, close }) => (
            <EntityPicker
              entity={REPOSITORIES}
              label={WORDS.repository}
              selectedIds={[]}
              initialText={initialText}
              onPick={(picked) => {
                if (picked) {
                  owner.field.onChange(picked.organization.name);
                  name.field.onChange(picked.name);
                }
                close();
              }}
            />
          )}
        >
          <span className={isChosen ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 text-muted'}>
            {isChosen ? `${owner.field.value}/${name.field.value}` : WORDS.pickRepository}
          </span>
        </Combobox>
      )}
    </Field>
  );
}

function GitHubNotice({ benefit: { properties } }: { benefit: BenefitOf<'github_repository'> }) {
  const { id } = useOrganization();
  const { repository_owner: owner, repository_name: name } = properties;
  const found = useQuery(
    query(listExternalOrganizations, { query: { organization_id: [id], name: [owner] } }),
  );
  if (!found.data) return <ConnectionNotice isPending={found.isPending} />;
  const [connection] = found.data.items;
  if (!connection) {
    const why = CONNECTION.missing('GitHub', `${owner}/${name}`);
    return <ConnectionNotice why={why} action={CONNECTION.connect} />;
  }
  return connection.status === 'broken' ? (
    <ConnectionNotice why={connection.problem} action={CONNECTION.reconnect} />
  ) : (
    <ConnectionNotice why={WORDS.unseen(owner, name)} />
  );
}
