import { CustomerLink } from '@/components/entities/customer-link';
import { MAIL_KIND_LABELS, MAIL_REASONS, MAIL_STATUS } from '@/components/entities/mail-status';
import { OrderLink, SubscriptionLink } from '@/components/entities/named-link';
import { nextStep } from '@/components/mails/texts';
import { presentation } from '@/components/resource/presentation';
import { created } from '@/components/resource/times';
import { Badge } from '@/components/ui/badge';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { RealTime } from '@/components/ui/time';
import type { Mail } from '@/lib/resources/mails/schema';

const EMAIL = presentation<Mail>()('email', {
  name: ({ subject, kind }) => subject ?? MAIL_KIND_LABELS[kind],
  fields: {
    recipient: { label: 'Recipient', column: { cell: ({ recipient }) => recipient } },
    kind: {
      label: 'Type',
      value: ({ kind }) => MAIL_KIND_LABELS[kind],
      column: { width: 170 },
    },
    subject: {
      label: 'Subject',
      column: {
        width: 260,
        mobile: 'sub',
        cell: ({ subject, kind }) => subject ?? MAIL_KIND_LABELS[kind],
      },
    },
    status: {
      label: 'Status',
      column: {
        width: 110,
        mobile: 'end',
        cell: ({ status }) => <Badge status={MAIL_STATUS[status]} />,
      },
    },
    reason: {
      label: 'Reason',
      column: {
        width: 280,
        hidden: true,
        cell: ({ reason }) => (reason ? MAIL_REASONS[reason] : '—'),
      },
      fact: ({ reason }) => reason !== null && MAIL_REASONS[reason],
    },
    response: {
      label: 'Server response',
      column: { hidden: true, cell: ({ response }) => response ?? '—' },
      fact: ({ response }) => response ?? false,
    },
    next: { label: 'What’s next', value: (mail) => nextStep(mail) ?? false },
    attempts: { label: 'Attempts', value: ({ attempts }) => attempts },
    created: created({ width: 140, show: 'minute' }),
    sent_at: {
      label: 'Sent',
      // In real time, whatever the organization's clock says.
      value: ({ sent_at }) => sent_at !== null && <RealTime value={sent_at} show="datetime" />,
    },
    customer: {
      label: 'Customer',
      value: ({ customer_id: id }) => id !== null && <CustomerLink id={id} />,
    },
    order: {
      label: 'Order',
      value: ({ order_id: id }) => id !== null && <OrderLink id={id} />,
    },
    subscription: {
      label: 'Subscription',
      value: ({ subscription_id: id }) => id !== null && <SubscriptionLink id={id} />,
    },
    message_id: {
      label: 'Message ID',
      // What all of the seller's have in common comes last.
      value: ({ message_id }) => (
        <IdChip
          id={message_id}
          shown={shortId(message_id.split('@')[0] ?? '')}
          label="Copy message ID"
        />
      ),
    },
  },
});

/** What mails are called and how they are printed: each is an email, all of them are Mail. */
export const MAIL: typeof EMAIL = {
  ...EMAIL,
  section: 'mails',
  words: { ...EMAIL.words, title: 'Mail' },
};
