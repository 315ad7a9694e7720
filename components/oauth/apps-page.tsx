'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { APPS } from '@/components/oauth/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { useListPage } from '@/components/settings/list-page';
import { SettingsTable } from '@/components/settings/settings-table';
import { Frame } from '@/components/shell/frame';
import { PrimaryAction } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { IdChip } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { useShortcuts } from '@/components/ui/shortcuts';
import { FrozenTime, Time } from '@/components/ui/time';
import { listOAuth2Clients } from '@/lib/resources/oauth-clients/contract';
import type { OAuth2Client } from '@/lib/resources/oauth-clients/schema';

/** The apps that the seller has made, in whatever organization he is. */
export function OAuthAppsPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const list = useListPage(listOAuth2Clients, {});
  const form = path('oauth-apps/new');
  useShortcuts({ n: () => router.push(form) });
  const create = (
    <LinkButton variant="primary" icon={Plus} href={form}>
      {APPS.new}
    </LinkButton>
  );
  const hasApps = (list.result.data?.pagination.total_count ?? 0) > 0;
  return (
    <Frame className="max-md:has-data-primary-action:pb-24">
      <PageTitle>{APPS.title}</PageTitle>
      {/* Apps go by the real time, whatever the test clock shows. */}
      <FrozenTime now={null}>
        <div className="flex flex-col gap-6">
          <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="flex flex-col gap-1">
              <h1 className="text-xl font-semibold tracking-tight">{APPS.title}</h1>
              <p className="text-muted">{APPS.text}</p>
            </div>
            {hasApps && <PrimaryAction>{create}</PrimaryAction>}
          </header>
          <SettingsTable
            label={APPS.many}
            list={list}
            keyOf={({ client_id }) => client_id}
            empty={
              <EmptyState
                title={APPS.empty}
                actions={
                  <>
                    {create}
                    <LinkButton href="/docs">{APPS.guide}</LinkButton>
                  </>
                }
              >
                {APPS.emptyText}
              </EmptyState>
            }
            columns={[
              { header: APPS.name, cell: (app) => <Name app={app} /> },
              {
                header: APPS.clientId,
                cell: ({ client_id }) => <IdChip id={client_id} label={APPS.copyId} />,
              },
              {
                header: APPS.redirects,
                cell: ({ redirect_uris }) => <Redirects all={redirect_uris} />,
              },
              { header: APPS.users, cell: ({ users_count }) => users_count },
              { header: APPS.createdAt, cell: ({ created_at }) => <Time value={created_at} /> },
            ]}
          />
        </div>
      </FrozenTime>
    </Frame>
  );
}

function Name({ app: { client_id, client_name } }: { app: OAuth2Client }) {
  const path = useOrganizationPath();
  return (
    <Link
      href={path(`oauth-apps/${client_id}`)}
      className="font-medium wrap-anywhere hover:underline"
    >
      {client_name}
    </Link>
  );
}

function Redirects({ all: [first, ...more] }: { all: readonly string[] }) {
  return (
    <span className="wrap-anywhere">
      <span className="font-mono text-xs">{first}</span>
      {more.length > 0 && <span className="text-muted"> +{more.length}</span>}
    </span>
  );
}
