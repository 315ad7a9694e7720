'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { LinkFields, type LinkValues } from '@/components/checkout-links/link-fields';
import { LinkPreview } from '@/components/checkout-links/link-preview';
import { FIELDS, LIST, NEW } from '@/components/checkout-links/texts';
import { NothingToSell } from '@/components/entities/nothing-to-sell';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { FormColumns } from '@/components/form/form-layout';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { listProducts } from '@/lib/resources/products/operations';

const EMPTY = {
  product_id: null,
  label: null,
  product_price_id: null,
  discount_id: null,
  metadata: {},
};

export function NewCheckoutLinkPage() {
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const live = useQuery(
    query(listProducts, { query: { organization_id: [id], is_archived: false, limit: 1 } }),
  );
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('checkout-links') }]}
      current={LIST.create}
    >
      <h1 className="text-xl font-semibold tracking-tight">{LIST.create}</h1>
      <QueryBoundary query={live} what={FIELDS.products}>
        {({ pagination }) =>
          pagination.total_count === 0 ? <NothingToSell /> : <NewCheckoutLinkForm />
        }
      </QueryBoundary>
    </DetailPage>
  );
}

function NewCheckoutLinkForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { checkout_settings } = useOrganization();
  const form = useContractForm(createCheckoutLink, {
    defaultValues: { ...EMPTY, ...checkout_settings },
    toBody: (values: LinkValues) => values,
    check: ({ product_id }) =>
      product_id ? [] : [bodyProblem('product_id', FIELDS.productMissing)],
    onSuccess: (link) => {
      showToast(NEW.created);
      router.push(path(`checkout-links/${link.id}`));
    },
  });
  const values = form.watch();
  const product = useSelectedEntity(PRODUCTS, values.product_id).item;
  return (
    <FormColumns aside={<LinkPreview link={values} />}>
      <ContractFormBody form={form}>
        <EntityField
          form={form}
          name="product_id"
          entity={PRODUCTS}
          label={FIELDS.product}
          filters={{ is_archived: false }}
          onPick={() => form.setValue('product_price_id', null)}
        />
        <LinkFields form={form} prices={product?.prices ?? []} />
        <FormActions>
          <SubmitButton form={form}>{NEW.create}</SubmitButton>
          <LinkButton href={path('checkout-links')}>{NEW.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </FormColumns>
  );
}
