'use client';

import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAIL_KIND_LABELS, MAIL_REASONS, MAIL_STATUS } from '@/components/entities/mail-status';
import { MAIL_PAGE, MAILS_PAGE, nextStep } from '@/components/mails/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { IdLink } from '@/components/shell/entity-link';
import { DetailPage } from '@/components/shell/page';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Tabs } from '@/components/ui/tabs';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { getMail, resendMail } from '@/lib/resources/mails/contract';
import type { MailDetail } from '@/lib/resources/mails/schema';

const POLL_MS = 2000;

export function MailPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const mail = useQuery({
    ...query(getMail, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? POLL_MS : false),
  });
  return (
    <DetailPage
      crumbs={[{ label: MAILS_PAGE.mail, href: path('mails') }]}
      current={shortId(id)}
      tab={MAIL_PAGE.title(shortId(id))}
    >
      <QueryBoundary query={mail} what={MAIL_PAGE.thisMail}>
        {(found) => <MailView mail={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function MailView({ mail }: { mail: MailDetail }) {
  const [isResending, setResending] = useState(false);
  const { id, kind, status, subject, recipient } = mail;
  return (
    <>
      <DetailHeader
        title={subject ?? MAIL_KIND_LABELS[kind]}
        status={MAIL_STATUS[status]}
        subtitle={MAIL_PAGE.to(recipient)}
        actions={
          <>
            <PrimaryAction>
              <Button
                variant="primary"
                icon={Send}
                blockedBy={status === 'queued' ? MAIL_PAGE.stillQueued : null}
                onClick={() => setResending(true)}
              >
                {MAIL_PAGE.resend}
              </Button>
            </PrimaryAction>
            <ActionsMenu request={() => describeRequest(getMail, { params: { id } })} />
          </>
        }
      />
      <DetailColumns main={<Message mail={mail} />} side={<Delivery mail={mail} />} />
      {isResending && <ResendDialog mail={mail} onClose={() => setResending(false)} />}
    </>
  );
}

/** The mail as it looked, in a frame that runs no scripts and sends no forms. */
function Message({ mail: { html, text, status } }: { mail: MailDetail }) {
  if (html === null) {
    return (
      <Section title={MAIL_PAGE.message}>
        <p className="text-muted">
          {status === 'queued' ? MAIL_PAGE.notRendered : MAIL_PAGE.erased}
        </p>
      </Section>
    );
  }
  const tabs = [
    {
      id: 'html',
      label: MAIL_PAGE.preview,
      content: (
        <iframe
          title={MAIL_PAGE.message}
          sandbox=""
          srcDoc={html}
          className="h-[40rem] w-full rounded-control border border-line bg-white"
        />
      ),
    },
    {
      id: 'text',
      label: MAIL_PAGE.text,
      content: (
        <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      ),
    },
  ];
  return (
    <Section
      title={MAIL_PAGE.message}
      aside={<span className="text-muted">{MAIL_PAGE.masked}</span>}
    >
      <Tabs label={MAIL_PAGE.message} tabs={tabs} />
    </Section>
  );
}

function Delivery({ mail }: { mail: MailDetail }) {
  const { kind, reason, attempts, response, created_at, sent_at, message_id } = mail;
  const next = nextStep(mail);
  const links = [
    [MAILS_PAGE.customer, 'customers', mail.customer_id],
    [MAIL_PAGE.order, 'orders', mail.order_id],
    [MAILS_PAGE.subscription, 'subscriptions', mail.subscription_id],
  ] as const;
  return (
    <Section title={MAIL_PAGE.delivery}>
      <Facts
        facts={[
          [MAILS_PAGE.kind, MAIL_KIND_LABELS[kind]],
          reason !== null && [MAILS_PAGE.reason, MAIL_REASONS[reason]],
          response !== null && [MAILS_PAGE.response, response],
          next !== null && [MAIL_PAGE.next, next],
          [MAILS_PAGE.attempts, attempts],
          [MAILS_PAGE.created, <Time key="created" value={created_at} show="datetime" />],
          sent_at !== null && [
            MAILS_PAGE.sent,
            <Time key="sent" value={sent_at} show="datetime" />,
          ],
          ...links.map(
            ([label, section, id]) =>
              id !== null && ([label, <IdLink key={section} section={section} id={id} />] as const),
          ),
          [
            MAIL_PAGE.messageId,
            <span key="message" className="flex items-start gap-1">
              <span className="font-mono text-xs wrap-anywhere">{message_id}</span>
              <CopyButton value={message_id} label={MAIL_PAGE.copyMessageId} />
            </span>,
          ],
        ]}
      />
    </Section>
  );
}

function ResendDialog({
  mail: { id, recipient },
  onClose,
}: {
  mail: MailDetail;
  onClose: () => void;
}) {
  const path = useOrganizationPath();
  const router = useRouter();
  const resend = useCommand(resendMail);
  const input = { params: { id } };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={MAIL_PAGE.resendTitle}
      verb={MAIL_PAGE.resend}
      variant="primary"
      effects={MAIL_PAGE.resendEffects(recipient)}
      requests={() => [describeRequest(resendMail, input)]}
      onConfirm={async () => {
        const again = await resend.mutateAsync(input);
        showToast(MAIL_PAGE.resent);
        router.push(path(`mails/${again.id}`));
      }}
    />
  );
}
