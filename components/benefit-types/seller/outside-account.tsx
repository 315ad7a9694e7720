'use client';

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { grantsMade } from '@/components/benefit-types/seller/grants-made';
import type { Fact } from '@/components/benefit-types/seller/seller-type';
import { useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';

// What the types have in common whose benefits need an account outside.

const WORDS = {
  openConnections: 'Open Connections',
  connection: 'Connection',
  connected: 'Connected',
  notConnected: 'Not connected',
  noAccess: 'The account isn’t connected: no access is given or revoked until it is.',
  edited: 'New grants give access as set here.',
  unchanged: (count: number | null) =>
    `${grantsMade(count)} already ${count === 1 ? 'gives' : 'give'} access, which doesn’t change.`,
  noticeTitle: 'Customers don’t get access right now.',
  unknown: 'Check the connection of the account.',
} as const;

/** What a notice says and offers about a connection that does not reach a benefit. */
export const CONNECTION = {
  reconnect: 'Reconnect',
  connect: 'Connect',
  missing: (platform: string, what: string) =>
    `${what} isn’t on a connected ${platform} account. Connect it, and everyone who bought the benefit gets access.`,
} as const;

interface Connected {
  connection_status: 'connected' | 'not_connected';
}

/** Says in the form that a benefit gives nothing by itself yet, and where to connect the account that it needs. */
export function NotConnected({ children }: { children: ReactNode }) {
  const path = useOrganizationPath();
  return (
    <p className="border-l-2 border-warn bg-warn-fill px-3 py-2 text-warn">
      {children}{' '}
      <TextLink href={path('settings/connections')} className="text-warn!">
        {WORDS.openConnections}
      </TextLink>
    </p>
  );
}

export function connectionFact({ connection_status: status }: Connected): Fact {
  return [WORDS.connection, status === 'connected' ? WORDS.connected : WORDS.notConnected];
}

export function editEffects({ connection_status: status }: Connected, count: number | null) {
  if (status === 'not_connected') return [WORDS.noAccess];
  return [WORDS.edited, WORDS.unchanged(count)];
}

/** Stands above a benefit that gives nothing outside: why, and what to do. */
export function ConnectionNotice({
  why = null,
  action = WORDS.openConnections,
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
      <p className="font-medium">{WORDS.noticeTitle}</p>
      {isPending ? <Skeleton className="w-72 max-w-full" /> : <p>{why ?? WORDS.unknown}</p>}
    </Notice>
  );
}
