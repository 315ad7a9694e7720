'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { formPart, useContractForm } from '@/components/form/use-contract-form';
import { Loading } from '@/components/portal/loading';
import { useOwn, useSeller, useSession } from '@/components/portal/portal';
import { DETAILS, HOME, WHAT } from '@/components/portal/texts';
import { BillingFields } from '@/components/purchase/billing-fields';
import {
  type BillingValues,
  billingBodyOf,
  billingProblemsOf,
  billingValuesOf,
} from '@/components/purchase/billing-values';
import { LARGE_CONTROLS } from '@/components/purchase/control-classes';
import { Button } from '@/components/ui/button';
import { Section } from '@/components/ui/section';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { saveFile } from '@/lib/client/download';
import { query } from '@/lib/client/queries';
import { versionOf } from '@/lib/client/versions';
import { exportPortalCustomer } from '@/lib/resources/customer-exports/operations';
import { getPortalCustomer, updatePortalCustomer } from '@/lib/resources/customers/operations';
import type { CustomerPortalCustomer } from '@/lib/resources/customers/schema';

/** Name, address and tax id of the customer. */
export function Details() {
  const { customerId: id } = useSession();
  const customer = useOwn(getPortalCustomer, { params: { id } });
  return (
    <Loading of={customer} title={HOME.details} what={WHAT.details}>
      {(found) => (
        <Section title={HOME.details}>
          <DetailsForm customer={found} />
        </Section>
      )}
    </Loading>
  );
}

interface DetailsValues extends BillingValues {
  name: string | null;
}

function DetailsForm({ customer }: { customer: CustomerPortalCustomer }) {
  const { token } = useSession();
  const seller = useSeller();
  const { id, name, email, tax_id } = customer;
  const form = useContractForm(updatePortalCustomer, {
    token,
    guarded: false,
    params: { id },
    ifMatch: () => versionOf(customer),
    defaultValues: { name, ...billingValuesOf(customer) } as DetailsValues,
    toBody: (values: DetailsValues) => ({ name: values.name, ...billingBodyOf(values, tax_id) }),
    check: (values) => billingProblemsOf(values, tax_id),
    onSuccess: () => showToast(DETAILS.saved),
  });
  return (
    <ContractFormBody
      form={form}
      label={HOME.details}
      takesFocus={false}
      className={`max-w-[38rem] ${LARGE_CONTROLS}`}
    >
      <p className="text-muted">{DETAILS.help}</p>
      <div className="wrap-anywhere">
        <p className="font-medium">{DETAILS.email}</p>
        <p>{email}</p>
        <p className="mt-1 text-xs text-muted">{DETAILS.emailHelp(seller.name, seller.email)}</p>
      </div>
      <TextField
        form={form}
        name="name"
        label={DETAILS.name}
        autoComplete="name"
        optional="unmarked"
      />
      <BillingFields form={formPart<BillingValues, DetailsValues>(form)} optional="unmarked" />
      <div>
        <Button variant="primary" type="submit" pending={form.isSubmitting}>
          {DETAILS.save}
        </Button>
      </div>
    </ContractFormBody>
  );
}

/** Everything that is stored about the customer, as a file. */
export function Export() {
  const { name: seller, slug } = useSeller();
  const { customerId: id, token } = useSession();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);

  async function load() {
    setPending(true);
    try {
      const input = { params: { id } };
      const data = await client.fetchQuery({
        ...query(exportPortalCustomer, input, { token }),
        staleTime: 0,
      });
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(json, `${slug}.json`);
    } catch (error) {
      showErrorToast(DETAILS.exportFailed, error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Section title={DETAILS.data}>
      <p className="text-muted">{DETAILS.dataText(seller)}</p>
      <div>
        <Button icon={Download} pending={isPending} onClick={load}>
          {DETAILS.export}
        </Button>
      </div>
    </Section>
  );
}
