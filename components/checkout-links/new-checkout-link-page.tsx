'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { EMPTY, LinkFields, type LinkValues } from '@/components/checkout-links/link-fields';
import { LinkPreview } from '@/components/checkout-links/link-preview';
import { CHECKOUT_LINK } from '@/components/checkout-links/presentation';
import { NothingToSell } from '@/components/entities/nothing-to-sell';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { EntityField } from '@/components/entity-picker/entity-field';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { FormColumns } from '@/components/form/form-layout';
import { useContractForm } from '@/components/form/use-contract-form';
import { NewPage } from '@/components/resource/new-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import { createCheckoutLink } from '@/lib/resources/checkout-links/contract';
import { listProducts } from '@/lib/resources/products/operations';

const { labels, words } = CHECKOUT_LINK;

export function NewCheckoutLinkPage() {
  const { id } = useOrganization();
  const live = useQuery(
    query(listProducts, { query: { organization_id: [id], is_archived: false, limit: 1 } }),
  );
  return (
    <NewPage of={CHECKOUT_LINK}>
      <QueryBoundary query={live} what="your products">
        {({ pagination }) =>
          pagination.total_count === 0 ? <NothingToSell /> : <NewCheckoutLinkForm />
        }
      </QueryBoundary>
    </NewPage>
  );
}

function NewCheckoutLinkForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { allow_discount_codes, success_url } = useOrganization().checkout_settings;
  const form = useContractForm(createCheckoutLink, {
    defaultValues: { ...EMPTY, allow_discount_codes, success_url },
    toBody: (values: LinkValues) => values,
    check: ({ product_id }) => (product_id ? [] : [bodyProblem('product_id', 'Choose a product.')]),
    onSuccess: (link) => {
      showToast(words.created);
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
          label={labels.product}
          filters={{ is_archived: false }}
          onPick={() => form.setValue('product_price_id', null)}
        />
        <LinkFields form={form} prices={product?.prices ?? []} />
        <FormActions>
          <SubmitButton form={form}>{words.create}</SubmitButton>
          <LinkButton href={path('checkout-links')}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </FormColumns>
  );
}
