'use client';

import { choicesOf } from '@/components/data-table/filters';
import { MAIL_KIND_LABELS, MAIL_STATUS } from '@/components/entities/mail-status';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { SUBSCRIPTIONS } from '@/components/entities/searchable-subscriptions';
import { MAIL } from '@/components/mails/presentation';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { exportMails, listMails } from '@/lib/resources/mails/contract';

const FILTERS = filtersOf(MAIL, [
  { field: 'status', kind: 'choice', param: 'status', options: choicesOf(MAIL_STATUS) },
  { field: 'kind', kind: 'choice', param: 'kind', options: choicesOf(MAIL_KIND_LABELS) },
  { field: 'customer', kind: 'entity', param: 'customer_id', entity: CUSTOMERS },
  {
    field: 'subscription',
    kind: 'entity',
    param: 'subscription_id',
    entity: SUBSCRIPTIONS,
    rare: true,
  },
]);

export function MailsPage() {
  const path = useOrganizationPath();
  const settings = <LinkButton href={path('settings/mail')}>Email settings</LinkButton>;
  return (
    <ListPage title={MAIL.words.title} aside={settings}>
      <ResourceTable
        of={MAIL}
        operation={listMails}
        filters={FILTERS}
        exportOperation={exportMails}
        firstRun={{
          title: 'No emails yet.',
          text: 'Receipts, reminders, invitations, and sign-in links to buyers appear here. Send a test email to see how it works.',
          actions: settings,
        }}
      />
    </ListPage>
  );
}
