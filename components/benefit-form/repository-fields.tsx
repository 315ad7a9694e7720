'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BenefitValues } from '@/components/benefit-form/benefit-values';
import { NotConnected } from '@/components/benefit-form/not-connected';
import { FORM, PERMISSIONS } from '@/components/benefit-form/texts';
import { REPOSITORIES } from '@/components/entities/searchable-repositories';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import { SelectField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { useOrganization } from '@/components/session/organization';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { query } from '@/lib/client/queries';
import { listRepositories } from '@/lib/resources/repositories/contract';

interface Props {
  form: ContractForm<BenefitValues>;
}

/** The repository that a benefit gives access to: one of those that are connected, or named by hand. */
export function RepositoryFields({ form }: Props) {
  const { id } = useOrganization();
  const [isTyped, setTyped] = useState(false);
  const found = useQuery(query(listRepositories, { query: { organization_id: [id], limit: 1 } }));
  // While that is not known yet, one can be chosen.
  const isConnected = found.data ? found.data.pagination.total_count > 0 : found.isPending;
  return (
    <>
      {found.data && !isConnected && <NotConnected>{FORM.repositoryMissing}</NotConnected>}
      {isConnected && !isTyped ? (
        <RepositoryPicker form={form} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="properties.repository_owner" label={FORM.owner} />
          <TextField form={form} name="properties.repository_name" label={FORM.repository} />
        </div>
      )}
      {isConnected && (
        <button
          type="button"
          className="-mt-2 self-start text-xs text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
          onClick={() => setTyped(!isTyped)}
        >
          {isTyped ? FORM.chooseRepository : FORM.typeRepository}
        </button>
      )}
      <SelectField
        form={form}
        name="properties.permission"
        label={FORM.permission}
        options={PERMISSIONS}
      />
    </>
  );
}

function RepositoryPicker({ form }: Props) {
  const description = { label: FORM.repository, isTyped: true };
  const owner = useField(form, 'properties.repository_owner', description);
  const name = useField(form, 'properties.repository_name', description);
  const isChosen = owner.field.value !== '' && name.field.value !== '';
  return (
    <Field label={FORM.repository} error={owner.error ?? name.error}>
      {(aria) => (
        <Combobox
          aria={aria}
          ref={owner.field.ref}
          label={FORM.repository}
          onClose={owner.field.onBlur}
          panel={({ initialText, close }) => (
            <EntityPicker
              entity={REPOSITORIES}
              label={FORM.repository}
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
            {isChosen ? `${owner.field.value}/${name.field.value}` : FORM.pickRepository}
          </span>
        </Combobox>
      )}
    </Field>
  );
}
