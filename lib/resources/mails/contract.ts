import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  MAIL_SORTS,
  Mail,
  MailDetail,
  MailKindName,
  MailSettings,
  MailStatus,
} from '@/lib/resources/mails/schema';

// Of owners and admins alone (docs/contract/mail.md#operations).
const reading = {
  tag: 'mails',
  permissions: ['organizations:read'],
  administrators: true,
} as const;
const writing = {
  tag: 'mails',
  method: 'POST',
  permissions: ['organizations:write'],
  administrators: true,
  params: IdParams,
  response: Mail,
  status: 201,
} as const;

const mails = resource('mails', Mail, { permissions: 'organizations' });

export const listMails = mails.list(
  {
    kind: many(MailKindName),
    status: many(MailStatus),
    customer_id: many(Id),
    order_id: many(Id),
    subscription_id: many(Id),
    sorting: sorting(MAIL_SORTS, '-created_at'),
  },
  {
    administrators: true,
    description: "The organizations' mails. `query` looks into address, name and subject.",
  },
);

export const exportMails = exportOf(listMails, [
  'id',
  'created_at',
  'kind',
  'status',
  'reason',
  'recipient',
  'recipient_name',
  'subject',
  'message_id',
  'attempts',
  'response',
  'sent_at',
  'customer_id',
  'order_id',
  'subscription_id',
]);

export const getMail = contract({
  ...reading,
  id: 'mails:get',
  method: 'GET',
  path: '/v1/mails/{id}',
  row: 'mails',
  summary: 'Get a mail',
  description: 'With what is in it. Links that are credentials, codes and license keys are masked.',
  params: IdParams,
  response: MailDetail,
});

export const resendMail = contract({
  ...writing,
  id: 'mails:resend',
  path: '/v1/mails/{id}/resend',
  summary: 'Send a mail again',
  description:
    'Answers a new mail with the same contents, to the address that its customer has now. Codes, access links and ' +
    'invitations are made anew, and license keys read again.',
  errors: ['NotPermitted'],
});

export const sendTestMail = contract({
  ...writing,
  id: 'mails:test',
  path: '/v1/organizations/{id}/test-mail',
  summary: 'Send a test mail',
  description: "To the caller's own address. A token of an organization has none: 403.",
  errors: ['NotPermitted'],
});

export const getMailSettings = contract({
  tag: 'mails',
  id: 'mails:settings',
  method: 'GET',
  path: '/v1/mails/settings',
  summary: 'Get how mails are sent',
  permissions: ['organizations:read'],
  response: MailSettings,
});
