'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { RadiosField, TextareaField, TextField } from '@/components/form/fields';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { AppScopesField } from '@/components/oauth/app-scopes-field';
import { APPS } from '@/components/oauth/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { SecretDialog } from '@/components/settings/secret-box';
import { DetailPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Permission } from '@/lib/contract/permissions';
import {
  createOAuth2Client,
  getOAuth2Client,
  updateOAuth2Client,
} from '@/lib/resources/oauth-clients/contract';
import { redirectUriProblem } from '@/lib/resources/oauth-clients/rules';
import type {
  GrantType,
  OAuth2Client,
  OAuth2ClientWithSecret,
  TokenEndpointAuthMethod,
} from '@/lib/resources/oauth-clients/schema';

interface Values {
  client_name: string;
  token_endpoint_auth_method: TokenEndpointAuthMethod;
  /** One in a line. */
  redirect_uris: string;
  scope: Permission[];
  client_uri: string | null;
  policy_uri: string | null;
  tos_uri: string | null;
}

const EMPTY: Values = {
  client_name: '',
  token_endpoint_auth_method: 'client_secret_post',
  redirect_uris: '',
  scope: ['openid', 'profile', 'email'],
  client_uri: null,
  policy_uri: null,
  tos_uri: null,
};

function valuesOf(app: OAuth2Client): Values {
  const { client_name, token_endpoint_auth_method, client_uri, policy_uri, tos_uri } = app;
  return {
    ...{ client_name, token_endpoint_auth_method, client_uri, policy_uri, tos_uri },
    redirect_uris: app.redirect_uris.join('\n'),
    scope: app.scope.split(' ') as Permission[],
  };
}

function bodyOf({ redirect_uris, scope, ...values }: Values) {
  const lines = redirect_uris.split('\n').map((line) => line.trim());
  return {
    ...values,
    redirect_uris: lines.filter((line) => line !== ''),
    scope: scope.join(' '),
  };
}

function problemsOf(values: Values): Problem[] {
  const { redirect_uris: uris } = bodyOf(values);
  if (uris.length === 0) return [bodyProblem('redirect_uris', APPS.chooseRedirect)];
  const wrong = uris.find((uri) => redirectUriProblem(uri) !== null);
  if (wrong === undefined) return [];
  return [bodyProblem('redirect_uris', `${wrong}: ${redirectUriProblem(wrong)}`)];
}

/** A new app; its secret is shown before its page. */
export function NewOAuthAppPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const [made, setMade] = useState<OAuth2ClientWithSecret | null>(null);
  const finish = ({ client_id }: OAuth2ClientWithSecret) => {
    showToast(APPS.created);
    router.push(path(`oauth-apps/${client_id}`));
  };
  const form = useContractForm(createOAuth2Client, {
    defaultValues: EMPTY,
    toBody: bodyOf,
    check: problemsOf,
    onSuccess: (app) => (app.client_secret === '' ? finish(app) : setMade(app)),
  });
  return (
    <DetailPage
      narrow
      crumbs={[{ label: APPS.title, href: path('oauth-apps') }]}
      current={APPS.new}
    >
      <h1 className="text-xl font-semibold tracking-tight">{APPS.new}</h1>
      <ContractFormBody form={form} className="gap-8">
        <Fields form={form} />
        <FormActions>
          <SubmitButton form={form}>{APPS.create}</SubmitButton>
          <LinkButton href={path('oauth-apps')}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
      {made && <ClientSecret secret={made.client_secret} onDone={() => finish(made)} />}
    </DetailPage>
  );
}

/** Shows the secret of an app, once. */
export function ClientSecret(props: { secret: string; onDone: () => void }) {
  return <SecretDialog title={APPS.secretTitle} text={APPS.secretText} {...props} />;
}

export function EditOAuthAppPage({ id: client_id }: { id: string }) {
  const path = useOrganizationPath();
  const app = useQuery(query(getOAuth2Client, { params: { client_id } }));
  const name = app.data?.client_name ?? APPS.one;
  return (
    <DetailPage
      narrow
      crumbs={[
        { label: APPS.title, href: path('oauth-apps') },
        { label: name, href: path(`oauth-apps/${client_id}`) },
      ]}
      current={APPS.editing}
      tab={APPS.editTitle(name)}
      isKnown={app.data !== undefined}
    >
      <QueryBoundary query={app} what={APPS.this}>
        {(found) => (
          <>
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
              {APPS.editTitle(found.client_name)}
            </h1>
            <EditForm key={client_id} app={found} />
          </>
        )}
      </QueryBoundary>
    </DetailPage>
  );
}

/** All metadata of an app, which an update replaces. */
export function configurationOf(app: OAuth2Client) {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method, scope } = app;
  const { response_types, client_uri, logo_uri, tos_uri, policy_uri } = app;
  const grant_types = app.grant_types as GrantType[];
  return {
    ...{ client_id, client_name, redirect_uris, token_endpoint_auth_method, scope },
    ...{ grant_types, response_types, client_uri, logo_uri, tos_uri, policy_uri },
  };
}

function EditForm({ app }: { app: OAuth2Client }) {
  const router = useRouter();
  const { client_id } = app;
  const own = useOrganizationPath()(`oauth-apps/${client_id}`);
  const [made, setMade] = useState<string | null>(null);
  const finish = () => {
    showToast(APPS.saved);
    router.push(own);
  };
  const form = useContractForm(updateOAuth2Client, {
    params: { client_id },
    defaultValues: valuesOf(app),
    // What the form does not show stays as it is.
    toBody: (values: Values) => ({ ...configurationOf(app), ...bodyOf(values) }),
    check: problemsOf,
    onSuccess: ({ client_secret: secret }) =>
      secret.startsWith('td_') ? setMade(secret) : finish(),
  });
  return (
    <ContractFormBody form={form} className="gap-8">
      <Fields form={form} />
      <FormActions>
        <SubmitButton form={form}>{APPS.save}</SubmitButton>
        <LinkButton href={own}>{UI.cancel}</LinkButton>
      </FormActions>
      {made && <ClientSecret secret={made} onDone={finish} />}
    </ContractFormBody>
  );
}

const KINDS: TokenEndpointAuthMethod[] = ['client_secret_post', 'none'];

function Fields({ form }: { form: ContractForm<Values> }) {
  const stored = form.getValues('token_endpoint_auth_method');
  // Basic authentication is offered where a program has chosen it.
  const kinds = KINDS.includes(stored) ? KINDS : [stored, ...KINDS];
  const address = { type: 'url', inputMode: 'url', autoComplete: 'off', optional: true } as const;
  return (
    <>
      <Section title={APPS.about}>
        <TextField
          form={form}
          name="client_name"
          label={APPS.name}
          autoComplete="off"
          maxLength={100}
          help={APPS.nameHelp}
        />
        <TextareaField
          form={form}
          name="redirect_uris"
          label={APPS.redirects}
          rows={3}
          help={APPS.redirectsHelp}
        />
        <RadiosField
          form={form}
          name="token_endpoint_auth_method"
          label={APPS.kind}
          options={kinds.map((value) => ({ value, label: APPS.kinds[value] }))}
        />
      </Section>
      <Section title={APPS.access}>
        <AppScopesField form={form} name="scope" />
      </Section>
      <Section title={APPS.links}>
        <TextField form={form} name="client_uri" label={APPS.website} {...address} />
        <TextField form={form} name="policy_uri" label={APPS.privacy} {...address} />
        <TextField form={form} name="tos_uri" label={APPS.terms} {...address} />
      </Section>
    </>
  );
}
