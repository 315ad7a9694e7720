'use client';

import { AUDIT } from '@/components/audit/presentation';
import { AUDIT_TEXTS } from '@/components/audit/texts';
import { choicesOf, type Filter } from '@/components/data-table/filters';
import { idFilter } from '@/components/data-table/id-filter';
import { filtersOf } from '@/components/resource/filters';
import { RecordList } from '@/components/resource/list-page';
import { exportAuditLog, listAuditLog } from '@/lib/resources/audit-log/contract';

const ACTIONS = {
  'organization.updated': 'Settings updated',
  'product.updated': 'Product updated',
  'discount.updated': 'Discount updated',
  'benefit.updated': 'Benefit updated',
  'license_key.updated': 'License key updated',
  'refund.created': 'Refund created',
  'refund.updated': 'Refund settled',
  'subscription.canceled': 'Subscription canceled',
  'subscription.revoked': 'Subscription ended',
  'member.invited': 'Member invited',
  'member.updated': 'Member updated',
  'member.deleted': 'Member removed',
  'token.created': 'Token created',
  'token.deleted': 'Token revoked',
  'webhook_endpoint.disabled': 'Webhook endpoint turned off',
  'list.export_started': 'Export started',
  'list.exported': 'List exported',
  'member.signed_in': 'Member signed in',
  'member.sign_in_refused': 'Sign-in refused',
  'member.two_factor_turned_on': 'Two-factor turned on',
  'member.two_factor_turned_off': 'Two-factor turned off',
  'member.recovery_codes_replaced': 'Recovery codes replaced',
};

const FILTERS: readonly Filter[] = [
  ...filtersOf(AUDIT, [
    { field: 'action', kind: 'choice', param: 'action', options: choicesOf(ACTIONS) },
  ]),
  idFilter({ label: AUDIT_TEXTS.object, param: 'object_id', help: AUDIT_TEXTS.objectHelp }),
];

export function AuditPage() {
  return (
    <RecordList
      of={AUDIT}
      operation={listAuditLog}
      filters={FILTERS}
      exportOperation={exportAuditLog}
      firstRun={{ title: AUDIT_TEXTS.firstRunTitle, text: AUDIT_TEXTS.firstRunText }}
    />
  );
}
