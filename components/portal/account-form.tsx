'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useMayChange, useSession } from '@/components/portal/portal';
import { BENEFIT } from '@/components/portal/texts';
import { LARGE } from '@/components/purchase/control-classes';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';
import { bodyProblem } from '@/lib/contract/errors';
import { updateCustomerBenefitGrant } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';

const WORDS = {
  discord: { label: BENEFIT.discord, help: BENEFIT.discordHelp },
  github_repository: { label: BENEFIT.github, help: BENEFIT.githubHelp },
};

/** The account with an outside service that a benefit is for; nothing for the other benefits. */
export function AccountForm({ grant }: { grant: CustomerBenefitGrant }) {
  const { type } = grant.benefit;
  const mayChange = useMayChange();
  return mayChange && (type === 'discord' || type === 'github_repository') ? (
    <Form grant={grant} type={type} />
  ) : null;
}

function Form({ grant, type }: { grant: CustomerBenefitGrant; type: keyof typeof WORDS }) {
  const { token } = useSession();
  const { account_id: stored = '' } = grant.properties as { account_id?: string };
  const form = useContractForm(updateCustomerBenefitGrant, {
    token,
    guarded: false,
    params: { id: grant.id },
    defaultValues: { account_id: stored },
    toBody: ({ account_id }: { account_id: string }) => ({
      benefit_type: type,
      properties: { account_id: account_id.trim() },
    }),
    check: ({ account_id }) =>
      account_id.trim() === '' ? [bodyProblem('account_id', BENEFIT.needed)] : [],
    fieldNames: { 'properties.account_id': 'account_id' },
    onSuccess: () => showToast(BENEFIT.saved),
  });
  return (
    <ContractFormBody form={form} label={WORDS[type].label} takesFocus={false} className="max-w-md">
      <TextField
        form={form}
        name="account_id"
        label={WORDS[type].label}
        help={WORDS[type].help}
        className={LARGE}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
      />
      <div>
        <Button type="submit" pending={form.isSubmitting}>
          {BENEFIT.save}
        </Button>
      </div>
    </ContractFormBody>
  );
}
