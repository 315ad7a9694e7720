'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { SelectField, TextField } from '@/components/form/fields';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { formPages } from '@/components/resource/form-pages';
import { NewPage } from '@/components/resource/new-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { SecretDialog } from '@/components/settings/secret-box';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { EventsField } from '@/components/webhooks/events-field';
import { WEBHOOK } from '@/components/webhooks/presentation';
import { FORMATS, WEBHOOK_FORM } from '@/components/webhooks/texts';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { WebhookFormat } from '@/lib/resources/webhook-deliveries/schema';
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEventType,
} from '@/lib/resources/webhook-endpoints/schema';

const { labels, words, section } = WEBHOOK;

interface Values {
  url: string;
  description: string | null;
  format: WebhookFormat;
  events: WebhookEventType[];
}

const EMPTY: Values = { url: '', description: null, format: 'raw', events: ['*'] };

const FORMAT_OPTIONS = Object.entries(FORMATS).map(([value, label]) => ({ value, label }));

function problemsOf({ events }: Values): Problem[] {
  return events.length > 0 ? [] : [bodyProblem('events', WEBHOOK_FORM.chooseEvents)];
}

/** A new endpoint; its secret is shown before its page. */
export function NewWebhookPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const [made, setMade] = useState<WebhookEndpointWithSecret | null>(null);
  const form = useContractForm(createWebhookEndpoint, {
    defaultValues: EMPTY,
    toBody: (values: Values) => ({ ...values, organization_id: id }),
    check: problemsOf,
    onSuccess: setMade,
  });
  const finish = () => {
    showToast(words.created);
    router.push(path(`${section}/${made?.id}`));
  };
  return (
    <NewPage of={WEBHOOK} narrow>
      <ContractFormBody form={form} className="gap-8">
        <Fields form={form} stored={null} />
        <FormActions>
          <SubmitButton form={form}>{words.create}</SubmitButton>
          <LinkButton href={path(section)}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
      {made && <EndpointSecret secret={made.secret} onDone={finish} />}
    </NewPage>
  );
}

/** Shows the secret of an endpoint, once. */
export function EndpointSecret(props: { secret: string; onDone: () => void }) {
  return (
    <SecretDialog title={WEBHOOK_FORM.secretTitle} text={WEBHOOK_FORM.secretText} {...props} />
  );
}

export const [, EditWebhookPage] = formPages(
  WEBHOOK,
  { create: createWebhookEndpoint, read: getWebhookEndpoint, update: updateWebhookEndpoint },
  {
    empty: EMPTY,
    // The address of a chat is not shown. Where no other is entered it is sent as it was read, masked, and stays.
    values: ({ url, format }) => ({ url: format === 'raw' ? url : '' }),
    body: (values, stored) => {
      const isKept = stored !== null && stored.format !== 'raw' && !values.url;
      return isKept ? { ...values, url: stored.url } : values;
    },
    check: problemsOf,
    layout: (_, { form, row }) => <Fields form={form} stored={row} />,
  },
);

function Fields({ form, stored }: { form: ContractForm<Values>; stored: WebhookEndpoint | null }) {
  const format = useWatch({ control: form.control, name: 'format' });
  const isKept = stored !== null && stored.format !== 'raw';
  return (
    <>
      <Section title={WEBHOOK_FORM.destination}>
        <TextField
          form={form}
          name="url"
          label={isKept ? WEBHOOK_FORM.newUrl : labels.url}
          optional={isKept}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/hooks"
          help={
            isKept
              ? WEBHOOK_FORM.chatUrlKept
              : format === 'raw'
                ? WEBHOOK_FORM.urlHelp
                : WEBHOOK_FORM.chatUrlHelp
          }
        />
        <div className="max-w-60">
          <SelectField form={form} name="format" label={labels.format} options={FORMAT_OPTIONS} />
        </div>
        <TextField
          form={form}
          name="description"
          label={labels.description}
          optional
          autoComplete="off"
          help={WEBHOOK_FORM.descriptionHelp}
        />
      </Section>
      <Section title={labels.events}>
        <EventsField form={form} name="events" />
      </Section>
    </>
  );
}
