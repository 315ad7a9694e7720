'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AUDIT, kindName } from '@/components/audit/presentation';
import { AUDIT_TEXTS, AUDITED_KINDS } from '@/components/audit/texts';
import { choicesOf, type Filter } from '@/components/data-table/filters';
import { idFilter } from '@/components/data-table/id-filter';
import { filtersOf } from '@/components/resource/filters';
import { RecordTable } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { query } from '@/lib/client/queries';
import { exportAuditLog, listAuditLog } from '@/lib/resources/audit-log/contract';
import { listMembers } from '@/lib/resources/members/contract';
import { listTokens } from '@/lib/resources/tokens/contract';

const ACTIONS = {
  'organization.updated': 'Settings updated',
  'organization.deletion_scheduled': 'Deletion scheduled',
  'organization.deletion_canceled': 'Deletion canceled',
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
  'oauth_app.created': 'OAuth app created',
  'oauth_app.updated': 'OAuth app updated',
  'oauth_app.secret_rotated': 'OAuth app secret rotated',
  'oauth_app.deleted': 'OAuth app deleted',
  'oauth_app.allowed': 'OAuth app connected',
  'oauth_app.revoked': 'OAuth app disconnected',
  'member.account_deleted': 'Account deleted',
  'member.passkey_added': 'Passkey added',
  'member.passkey_removed': 'Passkey removed',
};

/** So many members, and tokens, the filter offers. */
const MOST = 100;

/** The filters of the list, by who can have done something. */
function filtersFor(actors: readonly { id: string; name: string }[]): readonly Filter[] {
  return [
    ...filtersOf(AUDIT, [
      { field: 'action', kind: 'choice', param: 'action', options: choicesOf(ACTIONS) },
      {
        field: 'object',
        kind: 'choice',
        param: 'object_kind',
        options: AUDITED_KINDS.map((value) => ({ value, label: kindName(value) })),
      },
      {
        field: 'actor',
        kind: 'choice',
        param: 'actor_id',
        options: actors.map(({ id, name }) => ({ value: id, label: name })),
      },
    ]),
    idFilter({
      label: AUDIT_TEXTS.object,
      param: 'object_id',
      rare: true,
      help: AUDIT_TEXTS.objectHelp,
    }),
  ];
}

export function AuditPage() {
  const { id } = useOrganization();
  const members = useQuery(query(listMembers, { params: { id }, query: { limit: MOST } })).data;
  const tokens = useQuery(
    query(listTokens, { query: { organization_id: [id], kind: ['organization'], limit: MOST } }),
  ).data;
  const filters = useMemo(
    () =>
      filtersFor([
        ...(members?.items ?? []).map(({ user_id, name }) => ({ id: user_id, name })),
        ...(tokens?.items ?? []),
      ]),
    [members, tokens],
  );
  return (
    <ListPage title={AUDIT.words.title}>
      <RecordTable
        of={AUDIT}
        operation={listAuditLog}
        filters={filters}
        exportOperation={exportAuditLog}
        firstRun={{ title: AUDIT_TEXTS.firstRunTitle, text: AUDIT_TEXTS.firstRunText }}
      />
    </ListPage>
  );
}
