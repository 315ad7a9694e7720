'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { SelectField, TextField } from '@/components/form/fields';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { NewPage } from '@/components/resource/new-page';
import { EditPage } from '@/components/resource/object-page';
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
        <Fields form={form} />
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

export function EditWebhookPage({ id }: { id: string }) {
  return (
    <EditPage of={WEBHOOK} read={getWebhookEndpoint} id={id} narrow>
      {(endpoint) => <EditForm key={endpoint.id} endpoint={endpoint} />}
    </EditPage>
  );
}

function EditForm({ endpoint }: { endpoint: WebhookEndpoint }) {
  const router = useRouter();
  const own = useOrganizationPath()(`${section}/${endpoint.id}`);
  const form = useEditForm(updateWebhookEndpoint, {
    params: { id: endpoint.id },
    object: endpoint,
    read: getWebhookEndpoint,
    // The address of a chat is not shown, and stays where no other is entered.
    toValues: ({ url, description, format, events }: WebhookEndpoint): Values => ({
      url: format === 'raw' ? url : '',
      description,
      format,
      events,
    }),
    toBody: ({ url, ...values }: Values) => ({ ...values, ...(url !== '' && { url }) }),
    check: problemsOf,
    onSuccess: () => {
      showToast(words.saved);
      router.push(own);
    },
  });
  return (
    <ContractFormBody form={form} className="gap-8">
      <Fields form={form} stored={endpoint} />
      <FormActions>
        <SubmitButton form={form}>{words.save}</SubmitButton>
        <LinkButton href={own}>{UI.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}

function Fields({ form, stored }: { form: ContractForm<Values>; stored?: WebhookEndpoint }) {
  const format = useWatch({ control: form.control, name: 'format' });
  const isKept = stored !== undefined && stored.format !== 'raw';
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
