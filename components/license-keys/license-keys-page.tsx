'use client';

import dynamic from 'next/dynamic';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { customerName } from '@/components/entities/customer-name';
import { LicenseKeyBadge } from '@/components/entities/license-key-badge';
import { LICENSE_KEY_STATUS } from '@/components/entities/license-key-status';
import { BENEFITS } from '@/components/entities/searchable-benefits';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { BenefitName } from '@/components/license-keys/benefit-name';
import { DISABLE, ENABLE, REVOKE } from '@/components/license-keys/bulk-actions';
import { Used } from '@/components/license-keys/counts';
import { LABELS, LICENSE_KEYS_PAGE, LIST, NEVER } from '@/components/license-keys/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import {
  countLicenseKeys,
  exportLicenseKeys,
  listLicenseKeys,
} from '@/lib/resources/license-keys/contract';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

const COLUMNS: readonly Column<LicenseKey>[] = [
  {
    id: 'key',
    width: 140,
    header: LABELS.key,
    cell: ({ display_key }) => <span className="font-mono text-xs">{display_key}</span>,
  },
  {
    id: 'status',
    width: 100,
    header: LABELS.status,
    sort: 'status',
    mobile: 'end',
    cell: (key) => <LicenseKeyBadge licenseKey={key} />,
  },
  {
    id: 'customer',
    width: 130,
    header: LABELS.customer,
    mobile: 'sub',
    cell: ({ customer }) => customerName(customer),
  },
  {
    id: 'email',
    header: LABELS.email,
    hidden: true,
    cell: ({ customer }) => customer.email,
  },
  {
    id: 'benefit',
    width: 200,
    header: LABELS.benefit,
    cell: ({ benefit_id }) => <BenefitName id={benefit_id} />,
  },
  {
    id: 'activations',
    width: 100,
    header: LABELS.activations,
    align: 'end',
    cell: ({ activations_count, limit_activations }) =>
      limit_activations === null && activations_count === 0 ? (
        <span className="text-muted">—</span>
      ) : (
        <Used used={activations_count} limit={limit_activations} />
      ),
  },
  {
    id: 'usage',
    width: 120,
    header: LABELS.usage,
    hidden: true,
    align: 'end',
    cell: ({ usage, limit_usage }) => <Used used={usage} limit={limit_usage} />,
  },
  {
    id: 'validated',
    width: 112,
    header: LABELS.lastValidated,
    cell: ({ last_validated_at }) => (
      <Time value={last_validated_at} focusable={false} empty={NEVER} />
    ),
  },
  {
    id: 'expires',
    width: 105,
    header: LABELS.expires,
    mobile: 'sub-end',
    cell: ({ expires_at }) => <Expiry at={expires_at} />,
  },
  {
    id: 'issued',
    width: 105,
    header: LABELS.issued,
    sort: 'created_at',
    sortFirst: 'desc',
    cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
  },
];

/** On small screens there is no head of the column to say what the time is. */
function Expiry({ at }: { at: string | null }) {
  if (at === null) {
    return (
      <span className="text-muted">
        {NEVER}
        <span className="md:hidden"> {LICENSE_KEYS_PAGE.expiresOn}</span>
      </span>
    );
  }
  return (
    <>
      <span className="md:hidden">{LABELS.expires} </span>
      <Time value={at} focusable={false} />
    </>
  );
}

const STATUS = {
  kind: 'choice',
  param: 'status',
  label: LABELS.status,
  rare: true,
  options: (['granted', 'disabled', 'revoked'] as const).map((value) => ({
    value,
    label: LICENSE_KEY_STATUS[value].label,
  })),
} as const;

const FILTERS: readonly Filter[] = [
  {
    kind: 'entity',
    param: 'benefit_id',
    label: LABELS.benefit,
    entity: BENEFITS,
  },
  {
    kind: 'entity',
    param: 'customer_id',
    label: LABELS.customer,
    entity: CUSTOMERS,
  },
  {
    kind: 'choice',
    param: 'at_limit',
    label: LICENSE_KEYS_PAGE.atLimit,
    single: true,
    options: [
      { value: 'true', label: LIST.atLimit },
      { value: 'false', label: LIST.belowLimit },
    ],
  },
  {
    kind: 'time',
    label: LABELS.expires,
    after: 'expires_after',
    before: 'expires_before',
    isAhead: true,
    rare: true,
  },
  STATUS,
];

// Few visits change all keys at once.
const AllKeysBar = dynamic(() =>
  import('@/components/license-keys/all-keys-bar').then(({ AllKeysBar }) => AllKeysBar),
);

const TABS = { filter: STATUS, counts: countLicenseKeys };
const BULK_ACTIONS = [DISABLE, ENABLE, REVOKE];

export function LicenseKeysPage({ initialSorting }: { initialSorting: readonly string[] }) {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const routeQuery = { organization_id: [id] };
  return (
    <ListPage title={LICENSE_KEYS_PAGE.licenseKeys}>
      <DataTable
        operation={listLicenseKeys}
        exportOperation={exportLicenseKeys}
        noun={{ one: 'license key', many: 'license keys' }}
        initialSorting={initialSorting}
        routeQuery={routeQuery}
        columns={COLUMNS}
        filters={FILTERS}
        tabs={TABS}
        bulkActions={BULK_ACTIONS}
        allRowsBar={AllKeysBar}
        href={(key) => path(`license-keys/${key.id}`)}
        firstRun={{
          title: LIST.empty,
          text: LIST.emptyText,
          actions: (
            <>
              <LinkButton variant="primary" href={path('products')}>
                {LIST.goToProducts}
              </LinkButton>
              <CurlButton operation={listLicenseKeys} input={{ query: routeQuery }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
