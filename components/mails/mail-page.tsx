'use client';

import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAIL_KIND_LABELS, MAIL_STATUS } from '@/components/entities/mail-status';
import { MAIL } from '@/components/mails/presentation';
import { MAIL_PAGE } from '@/components/mails/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { Tabs } from '@/components/ui/tabs';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { getMail, resendMail } from '@/lib/resources/mails/contract';
import type { MailDetail } from '@/lib/resources/mails/schema';

const POLL_MS = 2000;

export function MailPage({ id }: { id: string }) {
  return (
    <ObjectPage
      of={MAIL}
      read={getMail}
      id={id}
      poll={({ status }) => status === 'queued' && POLL_MS}
    >
      {(mail) => <MailView mail={mail} />}
    </ObjectPage>
  );
}

function MailView({ mail }: { mail: MailDetail }) {
  const [isResending, setResending] = useState(false);
  const { id, kind, status, subject, recipient } = mail;
  const resend = {
    label: MAIL_PAGE.resend,
    icon: Send,
    blockedBy: status === 'queued' ? MAIL_PAGE.stillQueued : null,
    onSelect: () => setResending(true),
  };
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
                icon={resend.icon}
                blockedBy={resend.blockedBy}
                onClick={resend.onSelect}
              >
                {resend.label}
              </Button>
            </PrimaryAction>
            <ActionsMenu
              groups={[[resend]]}
              request={() => describeRequest(getMail, { params: { id } })}
            />
          </>
        }
      />
      <DetailColumns
        main={<Message mail={mail} />}
        side={
          <Section title="Delivery">
            <Facts facts={MAIL.factsOf(mail)} />
          </Section>
        }
      />
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
        // Of the page's own origin, so that its height can be read; scripts and forms stay off.
        <iframe
          title={MAIL_PAGE.message}
          sandbox="allow-same-origin"
          srcDoc={html}
          ref={fitHeight}
          className="h-[40rem] w-full max-w-[37rem] rounded-control bg-white ring-1 ring-line"
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

/** Keeps a frame as high as what is in it, which changes with its width and with a picture that arrives. */
function fitHeight(frame: HTMLIFrameElement): () => void {
  const observer = new ResizeObserver(() => {
    const height = frame.contentDocument?.documentElement.offsetHeight ?? 0;
    if (height > 0) frame.style.height = `${height}px`;
  });
  const watch = () => {
    observer.disconnect();
    if (frame.contentDocument) observer.observe(frame.contentDocument.documentElement);
  };
  frame.addEventListener('load', watch);
  // The frame of a page that the server rendered may have loaded before.
  watch();
  return () => {
    observer.disconnect();
    frame.removeEventListener('load', watch);
  };
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
      onConfirm={async () => {
        const again = await resend.mutateAsync(input);
        showToast(MAIL_PAGE.resent);
        router.push(path(`mails/${again.id}`));
      }}
    />
  );
}
