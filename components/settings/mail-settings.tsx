'use client';

import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { CheckboxField } from '@/components/form/fields';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { ownerMails as owners, mail as texts } from '@/components/settings/texts';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/detail';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { TextLink } from '@/components/ui/text-link';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { getMailSettings, sendTestMail } from '@/lib/resources/mails/contract';
import type { MailSettings as Settings } from '@/lib/resources/mails/schema';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

/** Which mails the owners get, how the installation sends mails, and a test of it. */
export function MailSettings() {
  const settings = useQuery(query(getMailSettings, {}));
  return (
    <div className="flex flex-col gap-8">
      <StoredOrganization>
        {(organization) => <OwnersPart key={organization.id} organization={organization} />}
      </StoredOrganization>
      <SettingsPart title={texts.sending} text={texts.sendingText}>
        <QueryBoundary query={settings} what={texts.settings}>
          {(found) => <Sending settings={found} />}
        </QueryBoundary>
      </SettingsPart>
      <SettingsPart title={texts.test} text={texts.testText}>
        <TestMail />
      </SettingsPart>
    </div>
  );
}

function Sending({ settings: { has_mail_server, from, sandbox } }: { settings: Settings }) {
  const { email, is_sandbox } = useOrganization();
  const path = useOrganizationPath();
  const mayEdit = useWhyNot()(updateOrganization) === null;
  return (
    <Facts
      facts={[
        [texts.server, has_mail_server ? texts.setUp : texts.notSetUp],
        from !== null && [texts.from, from],
        [
          texts.replyTo,
          email ?? (
            <span className="flex flex-wrap gap-x-3">
              {texts.noReplyTo}
              {mayEdit && <TextLink href={path('settings')}>{texts.addReplyTo}</TextLink>}
            </span>
          ),
        ],
        has_mail_server && is_sandbox && [texts.sandbox, texts.sandboxes[sandbox]],
      ]}
    />
  );
}

function TestMail() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const router = useRouter();
  const blockedBy = useWhyNot()(sendTestMail);
  const send = useCommand(sendTestMail, {
    onSuccess: (made) => {
      showToast(texts.queued(made.recipient));
      router.push(path(`mails/${made.id}`));
    },
    onError: (error) => showErrorToast(texts.notQueued, error),
  });
  return (
    <>
      <div>
        <Button
          icon={Send}
          blockedBy={blockedBy}
          pending={send.isPending}
          onClick={() => send.mutate({ params: { id } })}
        >
          {texts.send}
        </Button>
      </div>
      {blockedBy === null && <TextLink href={path('mails')}>{texts.outbox}</TextLink>}
    </>
  );
}

/** Which mails the owners get. */
function OwnersPart({ organization }: { organization: Organization }) {
  const form = useSettingsForm(organization, {
    toValues: ({ notification_settings }) => ({ notification_settings }),
    saved: owners.emailsSaved,
  });
  return (
    <SettingsForm id="emails" form={form} title={owners.emails} text={owners.emailsText}>
      {owners.kinds.map(({ name, label, help }) => (
        <CheckboxField
          key={name}
          form={form}
          name={`notification_settings.${name}`}
          label={label}
          help={help}
        />
      ))}
    </SettingsForm>
  );
}
