'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useMayChange, useOwnCommand, useSession } from '@/components/portal/portal';
import { BENEFIT } from '@/components/portal/texts';
import { LARGE } from '@/components/purchase/control-classes';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';
import { bodyProblem } from '@/lib/contract/errors';
import { updateCustomerBenefitGrant } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';

/** What an account with an outside service is called. */
export const SERVICES = {
  discord: { label: BENEFIT.discord, help: BENEFIT.discordHelp },
  github_repository: { label: BENEFIT.github, help: BENEFIT.githubHelp },
};

/** The benefits that are for an account with an outside service. */
export const CONNECTED = Object.keys(SERVICES) as (keyof typeof SERVICES)[];

/**
 * The account with an outside service that benefits are for, of one type; nothing for the other types. One form
 * changes all of them.
 */
export function AccountForm({
  grants: [grant, ...others],
}: {
  grants: readonly CustomerBenefitGrant[];
}) {
  const type = CONNECTED.find((connected) => connected === grant?.benefit.type);
  const mayChange = useMayChange();
  return mayChange && grant && type ? <Form grant={grant} others={others} type={type} /> : null;
}

function Form({
  grant,
  others,
  type,
}: {
  grant: CustomerBenefitGrant;
  others: readonly CustomerBenefitGrant[];
  type: keyof typeof SERVICES;
}) {
  const { token } = useSession();
  const { account_id: stored = '' } = grant.properties as { account_id?: string };
  const bodyOf = ({ account_id }: { account_id: string }) => ({
    benefit_type: type,
    properties: { account_id: account_id.trim() },
  });
  const update = useOwnCommand(updateCustomerBenefitGrant);
  const form = useContractForm(updateCustomerBenefitGrant, {
    token,
    guarded: false,
    params: { id: grant.id },
    defaultValues: { account_id: stored },
    toBody: bodyOf,
    send: async (values: { account_id: string }, call) => {
      const body = bodyOf(values);
      const answer = await call({ params: { id: grant.id }, body });
      for (const { id } of others) await update.mutateAsync({ params: { id }, body });
      return { answer, values, stored: values };
    },
    check: ({ account_id }) =>
      account_id.trim() === '' ? [bodyProblem('account_id', BENEFIT.needed)] : [],
    fieldNames: { 'properties.account_id': 'account_id' },
    onSuccess: () => showToast(BENEFIT.saved),
  });
  return (
    <ContractFormBody
      form={form}
      label={SERVICES[type].label}
      takesFocus={false}
      className="max-w-md"
    >
      <TextField
        form={form}
        name="account_id"
        label={SERVICES[type].label}
        help={SERVICES[type].help}
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
