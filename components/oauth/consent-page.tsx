'use client';

import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CONSENT } from '@/components/oauth/texts';
import { SessionDialogs } from '@/components/session/session-dialogs';
import { accessOfApp, BETWEEN } from '@/components/settings/app-access';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { FieldGroup } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { OutsideLink } from '@/components/ui/text-link';
import { useCommand } from '@/lib/client/queries';
import { isLoopback } from '@/lib/contract/loopback';
import { signOut } from '@/lib/resources/accounts/contract';
import { consent } from '@/lib/resources/oauth-grants/contract';
import type { AuthorizeResponse } from '@/lib/resources/oauth-grants/schema';

/** A click so soon after the page has appeared was meant for what was there before. */
const IGNORED_MS = 500;

/** Asks whether an app may do something for the seller or an organization (docs/contract/oauth.md#consent). */
export function ConsentPage({
  asked,
  request,
  redirectUri,
  signedInAs,
}: {
  asked: AuthorizeResponse;
  /** The query of the page. */
  request: string;
  redirectUri: string;
  /** The seller's address. */
  signedInAs: string;
}) {
  const { client, scopes } = asked;
  const name = client.client_name ?? '';
  const organizations = asked.sub_type === 'organization' ? asked.organizations : null;
  const [chosen, setChosen] = useState(organizations?.length === 1 ? organizations[0]?.id : null);
  const [isMissing, setMissing] = useState(false);
  const isSettled = useIsSettled();
  const decide = useCommand(consent, {
    onSuccess: ({ redirect_to }) => window.location.assign(redirect_to),
  });
  const isBusy = decide.isPending || decide.isSuccess;
  const action = decide.variables?.body?.action;
  const answer = (action: 'allow' | 'deny') => {
    if (!isSettled()) return;
    const isChosen = action === 'deny' || !organizations || chosen;
    setMissing(!isChosen);
    if (isChosen) decide.mutate({ body: { request, action, organization_id: chosen ?? null } });
  };
  return (
    <div className="flex flex-col gap-6 wrap-anywhere">
      <div className="flex items-start gap-4">
        <Avatar name={name} src={client.picture_url} tone="accent" className="size-12 text-lg" />
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{CONSENT.title(name)}</h1>
          <p className="text-muted">{CONSENT.goesTo(placeOf(redirectUri))}</p>
        </div>
      </div>
      <p className="flex gap-2 border-l-2 border-warn bg-warn-fill px-4 py-3">
        <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {CONSENT.unverified}
      </p>
      {organizations && organizations.length > 1 && (
        <FieldGroup
          label={CONSENT.organization}
          error={isMissing ? CONSENT.chooseOrganization : undefined}
        >
          {organizations.map(({ id, name }) => (
            <Option
              key={id}
              type="radio"
              name="organization"
              checked={chosen === id}
              onChange={() => {
                setChosen(id);
                setMissing(false);
              }}
            >
              {name}
            </Option>
          ))}
        </FieldGroup>
      )}
      <Access {...accessOfApp(scopes, asked.sub_type)} isOfOrganization={organizations !== null} />
      <div className="flex flex-col gap-1">
        {organizations?.length === 1 && (
          <p>
            <span className="text-muted">{CONSENT.organization}</span> {organizations[0]?.name}
          </p>
        )}
        <Account email={signedInAs} request={request} />
      </div>
      {decide.error && <ErrorNote error={decide.error} />}
      <div className="flex flex-col gap-3">
        <div className="flex flex-col-reverse gap-3 sm:flex-row">
          <Button
            className="sm:flex-1"
            pending={isBusy && action === 'deny'}
            onClick={() => answer('deny')}
          >
            {CONSENT.deny}
          </Button>
          <Button
            className="sm:flex-1"
            variant="primary"
            pending={isBusy && action === 'allow'}
            onClick={() => answer('allow')}
          >
            {CONSENT.allow}
          </Button>
        </div>
        <p className="text-sm text-muted">{CONSENT.revoke}</p>
        <Links client={client} />
      </div>
      <SessionDialogs />
    </div>
  );
}

/** What the app will be able to do, grouped by seeing, reading and changing. */
function Access({
  knows,
  reads,
  changes,
  isOfOrganization,
}: ReturnType<typeof accessOfApp> & { isOfOrganization: boolean }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Allowed
        label={isOfOrganization ? CONSENT.knowsOfOrganization : CONSENT.knows}
        items={knows}
      />
      <Allowed label={CONSENT.reads} items={reads} />
      <Allowed label={CONSENT.changes} items={changes} />
    </dl>
  );
}

function Allowed({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{items.join(BETWEEN)}</dd>
    </div>
  );
}

function Account({ email, request }: { email: string; request: string }) {
  const next = `/oauth2/authorize?${request}`;
  const leave = useCommand(signOut, {
    onSuccess: () => window.location.assign(`/sign-in?${new URLSearchParams({ next })}`),
  });
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span>
        <span className="text-muted">{CONSENT.account}</span> {email}
      </span>
      <Button
        variant="ghost"
        size="small"
        pending={leave.isPending}
        onClick={() => leave.mutate({})}
      >
        {CONSENT.otherAccount}
      </Button>
    </p>
  );
}

function Links({ client: { policy_uri, tos_uri } }: Pick<AuthorizeResponse, 'client'>) {
  const links: [string, string | null][] = [
    [CONSENT.privacy, policy_uri],
    [CONSENT.terms, tos_uri],
  ];
  const shown: ReactNode[] = links.flatMap(([label, href]) =>
    href === null
      ? []
      : [
          <OutsideLink key={label} href={href}>
            {label}
          </OutsideLink>,
        ],
  );
  return shown.length > 0 && <p className="flex gap-4 text-sm">{shown}</p>;
}

/** Where the browser goes back to, in words. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return CONSENT.device(protocol.slice(0, -1));
  return isLoopback(redirectUri) ? CONSENT.computer : host;
}

/**
 * Whether the page has been visible for a while: another page could lay it where somebody is about to click
 * (docs/contract/oauth.md#consent).
 */
function useIsSettled(): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const note = () => {
      since.current = document.hidden ? Number.POSITIVE_INFINITY : performance.now();
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return () => performance.now() - since.current >= IGNORED_MS;
}
