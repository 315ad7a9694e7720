'use client';

import { Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { z } from 'zod';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { CreateTokenDialog } from '@/components/settings/create-token-dialog';
import { Expiry } from '@/components/settings/expiry';
import { useListPage } from '@/components/settings/list-page';
import { SettingsTable } from '@/components/settings/settings-table';
import { useEditBlockedReason } from '@/components/settings/use-edit-blocked-reason';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { pluralize } from '@/components/ui/money';
import { TextLink } from '@/components/ui/text-link';
import { FrozenTime, Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { Tooltip } from '@/components/ui/tooltip';
import { describeRequest } from '@/lib/client/client';
import { useCommand, useRefresh } from '@/lib/client/queries';
import type { ContractInput } from '@/lib/contract/contract';
import { readSearch } from '@/lib/contract/search';
import { deleteToken, listTokens } from '@/lib/resources/tokens/contract';
import type { Token } from '@/lib/resources/tokens/schema';

const LIST_QUERY = listTokens.query as z.ZodObject;
type TokensQuery = ContractInput<typeof listTokens>['query'];

/** The API tokens of the organization; the address may narrow them by when they expire. */
export function TokensSettings() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const blockedBy = useEditBlockedReason();
  const { expires_after, expires_before } = readSearch(LIST_QUERY, useSearchParams());
  const isNarrowed = expires_after !== undefined || expires_before !== undefined;
  const tokens = useListPage(listTokens, {
    query: { organization_id: [id], expires_after, expires_before } as TokensQuery,
  });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const create = (
    <Button variant="primary" icon={Plus} blockedBy={blockedBy} onClick={() => setCreating(true)}>
      Create token
    </Button>
  );
  const hasTokens = (tokens.result.data?.pagination.total_count ?? 0) > 0;
  return (
    // Tokens go by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-6">
        {hasTokens && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-muted">What your programs call the API with.</p>
            {create}
          </div>
        )}
        {isNarrowed && (
          <p>
            These tokens expire soon.{' '}
            <TextLink href={path('settings/tokens')}>Show all tokens</TextLink>
          </p>
        )}
        <SettingsTable
          label="tokens"
          list={tokens}
          keyOf={(token) => token.id}
          empty={
            isNarrowed ? null : blockedBy ? (
              <EmptyState title="Only owners and admins see API tokens." actions={create}>
                Ask one of them for a token, or for another role.
              </EmptyState>
            ) : (
              <EmptyState title="No tokens. Create one to call the API." actions={create} />
            )
          }
          columns={[
            { header: 'Name', cell: (token) => <TokenName token={token} /> },
            { header: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
            { header: 'Expires', cell: ({ expires_at }) => <Expiry value={expires_at} /> },
            {
              header: 'Last used',
              cell: ({ last_used_at }) => <Time value={last_used_at} empty="Never" />,
            },
            {
              header: '',
              cell: (token) => (
                <Button
                  size="small"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setRevoked(token)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
        {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
        {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
      </div>
    </FrozenTime>
  );
}

function TokenName({ token: { name, hint } }: { token: Token }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="font-mono text-xs text-muted">{hint}</span>
    </span>
  );
}

function Scopes({ scopes }: { scopes: Token['scopes'] }) {
  return (
    <Tooltip
      className="whitespace-nowrap"
      content={<span className="font-mono">{scopes.join(' ')}</span>}
    >
      {pluralize(scopes.length, 'scope')}
    </Tooltip>
  );
}

function RevokeDialog({
  token: { id, name, hint, last_used_at },
  onClose,
}: {
  token: Token;
  onClose: () => void;
}) {
  const params = { id };
  const revoke = useCommand(deleteToken, { onError: useRefresh(deleteToken) });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${name}`}
      verb="Revoke"
      effects={
        <>
          Stops working at once. <span className="font-mono text-xs">{hint}</span> was last used:{' '}
          <Time value={last_used_at} empty="never" />.
        </>
      }
      requests={() => [describeRequest(deleteToken, { params })]}
      onConfirm={async () => {
        await revoke.mutateAsync({ params });
        showToast(`Revoked ${name}.`);
      }}
    />
  );
}
