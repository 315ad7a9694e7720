'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useDiscordServer } from '@/components/benefits/discord-server';
import { CONNECTION_NOTICE as texts } from '@/components/benefits/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import type { Benefit } from '@/lib/resources/benefits/schema';
import { roleProblem } from '@/lib/resources/discord-connections/rules';
import { listExternalOrganizations } from '@/lib/resources/external-organizations/contract';

type OfType<Type extends Benefit['type']> = Extract<Benefit, { type: Type }>;

/** Above a benefit that gives nothing outside: what is wrong with its connection, and what to do. */
export function ConnectionNotice({ benefit }: { benefit: Benefit }) {
  if (!('connection_status' in benefit) || benefit.connection_status === 'connected') return null;
  return benefit.type === 'discord' ? (
    <DiscordNotice benefit={benefit} />
  ) : (
    <GitHubNotice benefit={benefit} />
  );
}

function GitHubNotice({ benefit: { properties } }: { benefit: OfType<'github_repository'> }) {
  const { id } = useOrganization();
  const { repository_owner: owner, repository_name: name } = properties;
  const found = useQuery(
    query(listExternalOrganizations, { query: { organization_id: [id], name: [owner] } }),
  );
  if (!found.data) return <Shown isPending={found.isPending} />;
  const [connection] = found.data.items;
  if (!connection) {
    return <Shown why={texts.missing('GitHub', `${owner}/${name}`)} action={texts.connect} />;
  }
  return connection.status === 'broken' ? (
    <Shown why={connection.problem} action={texts.reconnect} />
  ) : (
    <Shown why={texts.unseen(owner, name)} />
  );
}

function DiscordNotice({ benefit: { properties } }: { benefit: OfType<'discord'> }) {
  const { server, isPending } = useDiscordServer(properties.guild_id);
  if (server === undefined) return <Shown isPending={isPending} />;
  if (server === null) {
    const what = texts.guild(properties.guild_id);
    return <Shown why={texts.missing('Discord', what)} action={texts.connect} />;
  }
  return server.status === 'broken' ? (
    <Shown why={server.problem} action={texts.reconnect} />
  ) : (
    <Shown why={roleProblem(server.roles, properties.role_id)} />
  );
}

function Shown({
  why = null,
  action = texts.open,
  isPending = false,
}: {
  why?: string | null;
  action?: string;
  isPending?: boolean;
}) {
  const path = useOrganizationPath();
  return (
    <Notice
      look={{ tone: 'warn', icon: TriangleAlert }}
      actions={<LinkButton href={path('settings/connections')}>{action}</LinkButton>}
    >
      <p className="font-medium">{texts.title}</p>
      {isPending ? <Skeleton className="w-72 max-w-full" /> : <p>{why ?? texts.unknown}</p>}
    </Notice>
  );
}
