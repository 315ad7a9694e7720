'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { createdColumn } from '@/components/data-table/time-columns';
import { MAIL_KIND_LABELS, MAIL_REASONS, MAIL_STATUS } from '@/components/entities/mail-status';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { MAILS_PAGE } from '@/components/mails/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import { exportMails, listMails } from '@/lib/resources/mails/contract';
import type { Mail } from '@/lib/resources/mails/schema';

const COLUMNS: readonly Column<Mail>[] = [
  {
    id: 'recipient',
    header: MAILS_PAGE.recipient,
    cell: ({ recipient }) => recipient,
  },
  { id: 'kind', width: 170, header: MAILS_PAGE.kind, cell: ({ kind }) => MAIL_KIND_LABELS[kind] },
  {
    id: 'subject',
    width: 260,
    header: MAILS_PAGE.subject,
    mobile: 'sub',
    cell: ({ subject, kind }) => subject ?? MAIL_KIND_LABELS[kind],
  },
  {
    id: 'status',
    width: 110,
    header: MAILS_PAGE.status,
    mobile: 'end',
    cell: ({ status }) => <Badge status={MAIL_STATUS[status]} />,
  },
  {
    id: 'reason',
    width: 280,
    header: MAILS_PAGE.reason,
    hidden: true,
    cell: ({ reason }) => (reason ? MAIL_REASONS[reason] : '—'),
  },
  {
    id: 'response',
    header: MAILS_PAGE.response,
    hidden: true,
    cell: ({ response }) => response ?? '—',
  },
  createdColumn({ header: MAILS_PAGE.created, width: 140, show: 'minute' }),
];

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'status',
    label: MAILS_PAGE.status,
    options: Object.entries(MAIL_STATUS).map(([value, { label }]) => ({ value, label })),
  },
  {
    kind: 'choice',
    param: 'kind',
    label: MAILS_PAGE.kind,
    options: Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label })),
  },
  { kind: 'entity', param: 'customer_id', label: MAILS_PAGE.customer, entity: CUSTOMERS },
  {
    kind: 'entity',
    param: 'subscription_id',
    label: MAILS_PAGE.subscription,
    entity: SUBSCRIPTIONS,
    rare: true,
  },
];

export function MailsPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const settings = <LinkButton href={path('settings/mail')}>{MAILS_PAGE.settings}</LinkButton>;
  return (
    <ListPage title={MAILS_PAGE.mail} aside={settings}>
      <DataTable
        operation={listMails}
        noun={{ one: 'email', many: 'emails' }}
        scope={{ organization_id: [id] }}
        columns={COLUMNS}
        filters={FILTERS}
        exportOperation={exportMails}
        href={(mail) => path(`mails/${mail.id}`)}
        firstRun={{ title: MAILS_PAGE.empty, text: MAILS_PAGE.emptyText, actions: settings }}
      />
    </ListPage>
  );
}
