'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useId } from 'react';
import { connectionNamedBy, typesOn } from '@/components/benefit-types/look/looks';
import { ConnectionSection } from '@/components/connections/connection-section';
import { DISCORD, GITHUB, CONNECTIONS as texts } from '@/components/connections/texts';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization } from '@/components/session/organization';
import { FrozenTime } from '@/components/ui/time';
import { query, useCommand, useRefresh } from '@/lib/client/queries';
import { totalOf } from '@/lib/client/totals';
import {
  deleteDiscordConnection,
  listDiscordConnections,
  updateDiscordConnection,
} from '@/lib/resources/discord-connections/contract';
import {
  createExternalOrganization,
  deleteExternalOrganization,
  listExternalOrganizations,
  syncExternalOrganization,
} from '@/lib/resources/external-organizations/contract';
import { listRepositories } from '@/lib/resources/repositories/operations';

// The form library is loaded with the dialog that needs it.
const GitHubDialog = dynamic(() =>
  import('@/components/connections/github-dialog').then(({ GitHubDialog }) => GitHubDialog),
);
const DiscordDialog = dynamic(() =>
  import('@/components/connections/discord-dialog').then(({ DiscordDialog }) => DiscordDialog),
);

/** So many connections of a platform are shown. */
const MOST = 100;

interface PlatformProps {
  /** Where buyers come back to after signing in, without the platform. */
  callbackBase: string;
  blockedById: string | undefined;
}

/** The accounts on GitHub and Discord that benefits give access to (docs/contract/connections.md). */
export function ConnectionsPage({ publicUrl }: { publicUrl: string }) {
  const { slug } = useOrganization();
  const noteId = useId();
  const isMember = useWhyNot()(createExternalOrganization) !== null;
  const props = {
    callbackBase: `${publicUrl}/portal/${slug}/link`,
    blockedById: isMember ? noteId : undefined,
  };
  return (
    // What is read outside goes by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-8">
        <p className="text-muted">
          {texts.intro} {isMember && <span id={noteId}>{texts.note}</span>}
        </p>
        <GitHubConnections {...props} />
        <DiscordConnections {...props} />
      </div>
    </FrozenTime>
  );
}

function GitHubConnections({ callbackBase, blockedById }: PlatformProps) {
  const { id } = useOrganization();
  const rows = useQuery(
    query(listExternalOrganizations, { query: { organization_id: [id], limit: MOST } }),
  );
  const sync = useCommand(syncExternalOrganization, {
    onError: useRefresh(syncExternalOrganization),
  });
  const remove = useCommand(deleteExternalOrganization, {
    onError: useRefresh(deleteExternalOrganization),
  });
  return (
    <ConnectionSection
      blockedById={blockedById}
      of={{
        words: GITHUB,
        rows,
        nameOf: ({ name }) => name,
        holds: ({ name }) => <RepositoryCount owner={name} />,
        read: (row) => sync.mutateAsync({ params: { id: row.id } }),
        disconnect: (row) => remove.mutateAsync({ params: { id: row.id } }),
        benefitTypes: typesOn('github'),
        isUsedBy: ({ name }, benefit) => connectionNamedBy(benefit) === name.toLowerCase(),
        dialog: (row, onClose) => (
          <GitHubDialog row={row} callbackUrl={`${callbackBase}/github`} onClose={onClose} />
        ),
      }}
    />
  );
}

function RepositoryCount({ owner }: { owner: string }) {
  const { id } = useOrganization();
  const total = useQuery(
    totalOf(listRepositories, {
      query: { organization_id: [id], external_organization_name: [owner] },
    }),
  );
  return total.data === undefined ? '…' : GITHUB.repositories(total.data);
}

function DiscordConnections({ callbackBase, blockedById }: PlatformProps) {
  const { id } = useOrganization();
  const rows = useQuery(
    query(listDiscordConnections, { query: { organization_id: [id], limit: MOST } }),
  );
  const read = useCommand(updateDiscordConnection, {
    onError: useRefresh(updateDiscordConnection),
  });
  const remove = useCommand(deleteDiscordConnection, {
    onError: useRefresh(deleteDiscordConnection),
  });
  return (
    <ConnectionSection
      blockedById={blockedById}
      of={{
        words: DISCORD,
        rows,
        nameOf: ({ guild_name }) => guild_name,
        holds: ({ roles }) => DISCORD.roles(roles.filter(({ refusal }) => refusal === null).length),
        read: (row) => read.mutateAsync({ params: { id: row.id }, body: {} }),
        disconnect: (row) => remove.mutateAsync({ params: { id: row.id } }),
        benefitTypes: typesOn('discord'),
        isUsedBy: ({ guild_id }, benefit) => connectionNamedBy(benefit) === guild_id,
        dialog: (row, onClose) => (
          <DiscordDialog row={row} callbackUrl={`${callbackBase}/discord`} onClose={onClose} />
        ),
      }}
    />
  );
}
