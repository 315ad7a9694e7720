'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '@/components/session/organization';
import { accessOfApp, BETWEEN } from '@/components/settings/app-access';
import { CONNECTED } from '@/components/settings/app-texts';
import { SettingsTable } from '@/components/settings/settings-table';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { listConnectedApps, revokeConnectedApp } from '@/lib/resources/oauth-grants/contract';
import type { ConnectedApp } from '@/lib/resources/oauth-grants/schema';

/** What the seller lets apps do, with the way to end it. */
export function ConnectedAppsSection() {
  const result = useQuery({ ...query(listConnectedApps), select: asPage });
  const [ended, setEnded] = useState<ConnectedApp | null>(null);
  return (
    <Section title={CONNECTED.title}>
      <div className="flex flex-col gap-3">
        {result.data && result.data.items.length > 0 && (
          <p className="text-muted">{CONNECTED.text}</p>
        )}
        <SettingsTable
          label="connected apps"
          list={{ result, page: 1, setPage: () => {} }}
          keyOf={({ id }) => id}
          empty={<p className="text-muted">{CONNECTED.empty}</p>}
          columns={[
            { header: CONNECTED.app, cell: (app) => <App app={app} /> },
            { header: CONNECTED.access, cell: (app) => <Access app={app} /> },
            {
              header: CONNECTED.connected,
              cell: ({ created_at }) => <Time value={created_at} />,
            },
            {
              header: CONNECTED.lastUsed,
              cell: ({ last_used_at }) => <Time value={last_used_at} empty={CONNECTED.never} />,
            },
            {
              header: '',
              cell: (app) => (
                <Button
                  size="small"
                  aria-label={CONNECTED.disconnectOne(nameOf(app))}
                  onClick={() => setEnded(app)}
                >
                  {CONNECTED.disconnect}
                </Button>
              ),
            },
          ]}
        />
      </div>
      {ended && <DisconnectDialog app={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}

/** All of them, as the only page of a list. */
function asPage(items: ConnectedApp[]) {
  return { items, pagination: { total_count: items.length, max_page: 1 } };
}

function nameOf({ client }: ConnectedApp): string {
  return client.client_name ?? '';
}

/** The app, and whom it acts for. */
function App({ app }: { app: ConnectedApp }) {
  const { data: me } = useMe();
  const organization = me?.organizations.find(({ id }) => id === app.sub);
  return (
    <span className="flex gap-3">
      <Avatar
        name={nameOf(app)}
        src={app.client.picture_url}
        tone="accent"
        className="size-8 text-sm"
      />
      <span className="min-w-0 font-medium wrap-anywhere">
        {nameOf(app)}
        <span className="block font-normal text-muted">
          {app.sub_type === 'user' ? CONNECTED.forAccount : organization?.name}
        </span>
      </span>
    </span>
  );
}

function Access({ app: { scopes, sub_type } }: { app: ConnectedApp }) {
  const { knows, reads, changes } = accessOfApp(scopes, sub_type);
  const lines: [string, string[]][] = [
    [CONNECTED.changes, changes],
    [CONNECTED.reads, reads],
    [CONNECTED.knows, knows],
  ];
  return (
    <span className="flex max-w-72 flex-col">
      {lines.map(
        ([verb, items]) =>
          items.length > 0 && (
            <span key={verb}>
              {verb} <span className="text-muted">{items.join(BETWEEN)}</span>
            </span>
          ),
      )}
    </span>
  );
}

function DisconnectDialog({ app, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const name = nameOf(app);
  const revoke = useCommand(revokeConnectedApp);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={CONNECTED.disconnectOne(name)}
      verb={CONNECTED.disconnect}
      effects={CONNECTED.effects(name)}
      onConfirm={async () => {
        await revoke.mutateAsync({ body: { id: app.id } });
        showToast(CONNECTED.disconnected(name));
      }}
    />
  );
}
