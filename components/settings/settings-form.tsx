'use client';

import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { ContractFormBody, FormRequests, SubmitButton } from '@/components/form/contract-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { SettingsPart } from '@/components/settings/settings-frame';
import { SETTINGS_FORM as texts } from '@/components/settings/texts';
import { showToast } from '@/components/ui/toast';
import type { Problem } from '@/lib/contract/errors';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

interface SettingsFormOptions<V extends FieldValues> {
  /** The fields of the part, alone: others are neither sent nor compared. */
  toValues: (organization: Organization) => V;
  toBody?: (values: V, stored: Organization) => object;
  check?: (values: V) => readonly Problem[];
  fieldNames?: Readonly<Record<string, FieldPath<NoInfer<V>>>>;
  /** What the toast says. */
  saved: string;
}

/** A form of some fields of the organization, as {@link useEditForm}. */
export function useSettingsForm<V extends FieldValues>(
  organization: Organization,
  { saved, ...options }: SettingsFormOptions<V>,
): ContractForm<V> {
  return useEditForm(updateOrganization, {
    ...options,
    params: { id: organization.id },
    object: organization,
    read: getOrganization,
    onSuccess: () => showToast(saved),
  });
}

/** A part of the settings that is saved by itself: its Save button is filled while something in it is unsaved. */
export function SettingsForm<V extends FieldValues>({
  form,
  children,
  ...part
}: {
  form: ContractForm<V>;
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const { blocked, formState } = form;
  return (
    <SettingsPart {...part}>
      <ContractFormBody form={form} label={part.title} isPart>
        {children}
        <div className="flex items-start gap-x-4">
          <SubmitButton
            form={form}
            variant={formState.isDirty ? 'primary' : 'secondary'}
            blockedBy={blocked?.reason}
          >
            {texts.save}
          </SubmitButton>
          {blocked === null && (
            <div className="min-w-0 flex-1 pt-1 coarse:pt-0">
              <FormRequests form={form} />
            </div>
          )}
        </div>
      </ContractFormBody>
    </SettingsPart>
  );
}
