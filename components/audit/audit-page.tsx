'use client';

import { AUDIT } from '@/components/audit/presentation';
import { AUDIT_TEXTS } from '@/components/audit/texts';
import { DataTable } from '@/components/data-table/data-table';
import { choicesOf } from '@/components/data-table/filters';
import { filtersOf } from '@/components/resource/filters';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { exportAuditLog, listAuditLog } from '@/lib/resources/audit-log/contract';
import type { AuditEntry } from '@/lib/resources/audit-log/schema';

const ACTIONS = {
  'organization.updated': 'Settings updated',
  'product.updated': 'Product updated',
  'discount.updated': 'Discount updated',
  'benefit.updated': 'Benefit updated',
  'license_key.updated': 'License key updated',
  'refund.created': 'Refund created',
  'subscription.canceled': 'Subscription canceled',
  'member.invited': 'Member invited',
  'member.updated': 'Member updated',
  'member.deleted': 'Member removed',
  'token.created': 'Token created',
  'token.deleted': 'Token revoked',
  'list.exported': 'List exported',
  'member.signed_in': 'Member signed in',
  'member.sign_in_refused': 'Sign-in refused',
};

const FILTERS = filtersOf(AUDIT, [
  { field: 'action', kind: 'choice', param: 'action', options: choicesOf(ACTIONS) },
]);

export function AuditPage() {
  const { id } = useOrganization();
  return (
    <ListPage title={AUDIT_TEXTS.title}>
      <DataTable<AuditEntry>
        noun={AUDIT.noun}
        columns={AUDIT.columns}
        routeQuery={{ organization_id: [id] }}
        operation={listAuditLog}
        filters={FILTERS}
        exportOperation={exportAuditLog}
        firstRun={{
          title: AUDIT_TEXTS.firstRunTitle,
          text: AUDIT_TEXTS.firstRunText,
          actions: (
            <CurlButton operation={listAuditLog} input={{ query: { organization_id: [id] } }} />
          ),
        }}
      />
    </ListPage>
  );
}
