'use client';

import { useQuery } from '@tanstack/react-query';
import { CustomFieldActions } from '@/components/custom-fields/custom-field-actions';
import { FieldPreview } from '@/components/custom-fields/field-preview';
import { DETAIL, daysLabel, LIST, rangeLabel } from '@/components/custom-fields/texts';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { priceListLabel } from '@/components/entities/price-labels';
import { RELATED, RelatedList } from '@/components/entities/related-list';
import { MetadataForm } from '@/components/form/metadata-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { formatCount } from '@/components/ui/money';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { formatDate, Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getCustomField, updateCustomField } from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';
import { listProducts } from '@/lib/resources/products/contract';

export function CustomFieldPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const field = useQuery(query(getCustomField, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('custom-fields') }]}
      current={field.data?.name ?? shortId(id)}
    >
      <QueryBoundary query={field} what={DETAIL.what}>
        {(found) => <CustomFieldDetail field={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function CustomFieldDetail({ field }: { field: CustomFieldWithProducts }) {
  return (
    <>
      <DetailHeader
        title={field.name}
        subtitle={
          <>
            <span>{FIELD_TYPES[field.type]}</span>
            <span className="font-mono text-xs">{field.slug}</span>
            <IdChip id={field.id} />
          </>
        }
        actions={<CustomFieldActions field={field} />}
      />
      <DetailColumns
        main={
          <>
            <Section title={DETAIL.preview}>
              <FieldPreview key={field.modified_at} field={field} />
            </Section>
            <Products fieldId={field.id} />
          </>
        }
        side={
          <>
            <FieldFacts field={field} />
            <Section title={DETAIL.metadata}>
              <MetadataForm object={field} update={updateCustomField} read={getCustomField} />
            </Section>
          </>
        }
      />
      <JsonView value={field} />
    </>
  );
}

function Products({ fieldId }: { fieldId: string }) {
  const { id } = useOrganization();
  const products = useQuery(
    query(listProducts, {
      query: { organization_id: [id], custom_field_id: [fieldId], limit: RELATED },
    }),
  );
  return (
    <RelatedList
      title={DETAIL.products}
      rows={products}
      section="products"
      filter={`custom_field_id=${fieldId}`}
      empty={DETAIL.noProducts}
      row={(product) => ({
        title: product.name,
        amount: priceListLabel(product.prices),
        at: product.created_at,
      })}
    />
  );
}

function FieldFacts({ field }: { field: CustomFieldWithProducts }) {
  const { type, slug, products_count, properties, created_at, modified_at } = field;
  const { form_label, form_help_text, form_placeholder } = properties;
  return (
    <Section title={DETAIL.field}>
      <Facts
        facts={[
          [LIST.type, FIELD_TYPES[type]],
          [
            LIST.slug,
            <span key="slug" className="font-mono text-xs">
              {slug}
            </span>,
          ],
          [DETAIL.label, form_label],
          [DETAIL.help, form_help_text],
          type !== 'checkbox' && type !== 'date' && [DETAIL.placeholder, form_placeholder],
          ...constraintsOf(field),
          [LIST.usedBy, LIST.products(products_count)],
          [LIST.created, <Time key="created" value={created_at} show="datetime" />],
          modified_at !== null && [
            LIST.updated,
            <Time key="modified" value={modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}

/** What an answer has to be, by type. */
function constraintsOf(field: CustomFieldWithProducts): (readonly [string, string])[] {
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatCount(value);
  const day = (seconds: number | undefined) =>
    seconds === undefined ? undefined : formatDate(new Date(seconds * 1000).toISOString(), 'UTC');
  switch (field.type) {
    case 'text': {
      const { textarea, min_length, max_length } = field.properties;
      return [
        [DETAIL.lines, textarea ? DETAIL.severalLines : DETAIL.oneLine],
        [DETAIL.length, rangeLabel(count(min_length), count(max_length))],
      ];
    }
    case 'number':
      return [[DETAIL.range, rangeLabel(count(field.properties.ge), count(field.properties.le))]];
    case 'date':
      return [[DETAIL.range, daysLabel(day(field.properties.ge), day(field.properties.le))]];
    case 'select':
      return [[DETAIL.options, field.properties.options.map(({ label }) => label).join(', ')]];
    case 'checkbox':
      return [];
  }
}
