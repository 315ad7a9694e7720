'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { z } from 'zod';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { CreateTokenDialog, type TokenOwner } from '@/components/settings/create-token-dialog';
import { Expiry } from '@/components/settings/expiry';
import { useListPage } from '@/components/settings/list-page';
import { SettingsTable } from '@/components/settings/settings-table';
import { accessOf } from '@/components/settings/token-scopes';
import { TOKEN_USAGE, tokens as texts } from '@/components/settings/token-texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/text-link';
import { FrozenTime, Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { Tooltip } from '@/components/ui/tooltip';
import { useCommand, useRefresh } from '@/lib/client/queries';
import type { ContractInput } from '@/lib/contract/contract';
import { readSearch } from '@/lib/contract/search';
import { createToken, deleteToken, listTokens } from '@/lib/resources/tokens/contract';
import type { Token } from '@/lib/resources/tokens/schema';

// Opened by few visits.
const TokenUsageDialog = dynamic(() =>
  import('@/components/settings/token-usage-dialog').then(
    ({ TokenUsageDialog }) => TokenUsageDialog,
  ),
);

const LIST_QUERY = listTokens.query as z.ZodObject;
type TokensQuery = ContractInput<typeof listTokens>['query'];

/** The API tokens of the organization; the address may narrow them by when they expire. */
export function TokensSettings() {
  const { id, name } = useOrganization();
  const path = useOrganizationPath();
  const blockedBy = useWhyNot()(createToken);
  const { expires_after, expires_before } = readSearch(LIST_QUERY, useSearchParams());
  const isNarrowed = expires_after !== undefined || expires_before !== undefined;
  return (
    <div className="flex flex-col gap-6">
      {isNarrowed && (
        <p>
          {texts.expireSoon} <TextLink href={path('settings/tokens')}>{texts.showAll}</TextLink>
        </p>
      )}
      <TokenList
        owner={{ id, name }}
        blockedBy={blockedBy}
        narrowed={isNarrowed ? ({ expires_after, expires_before } as TokensQuery) : undefined}
      />
    </div>
  );
}

/** Tokens of an organization, or the personal ones of the caller: made, listed, revoked. */
export function TokenList({
  owner,
  blockedBy = null,
  narrowed,
}: {
  /** Null for personal tokens. */
  owner: TokenOwner | null;
  blockedBy?: string | null;
  /** Filters of the list. */
  narrowed?: TokensQuery | undefined;
}) {
  const tokens = useListPage(listTokens, {
    query: { ...narrowed, ...(owner ? { organization_id: [owner.id] } : { kind: ['personal'] }) },
  });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const [used, setUsed] = useState<Token | null>(null);
  const create = (
    <Button variant="primary" icon={Plus} blockedBy={blockedBy} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const hasTokens = (tokens.result.data?.pagination.total_count ?? 0) > 0;
  return (
    // Tokens go by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-6">
        {hasTokens && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-muted">{owner ? texts.intro : texts.introOfOwn}</p>
            {create}
          </div>
        )}
        <SettingsTable
          label="tokens"
          list={tokens}
          keyOf={(token) => token.id}
          empty={
            narrowed ? (
              <p className="text-muted">{texts.noMatch}</p>
            ) : blockedBy ? (
              <EmptyState title={texts.notAllowed} actions={create}>
                {texts.notAllowedText}
              </EmptyState>
            ) : (
              <EmptyState title={texts.empty} actions={create} />
            )
          }
          columns={[
            { header: texts.name, cell: (token) => <TokenName token={token} /> },
            { header: texts.access, cell: ({ scopes }) => <Access scopes={scopes} /> },
            { header: texts.expires, cell: ({ expires_at }) => <Expiry value={expires_at} /> },
            {
              header: texts.lastUsed,
              cell: ({ last_used_at }) => <Time value={last_used_at} empty={texts.never} />,
            },
            {
              header: '',
              cell: (token) => (
                <span className="inline-flex flex-wrap justify-end gap-2">
                  <Button
                    size="small"
                    aria-label={TOKEN_USAGE.title(token.name)}
                    onClick={() => setUsed(token)}
                  >
                    {TOKEN_USAGE.open}
                  </Button>
                  <Button
                    size="small"
                    aria-label={texts.revokeOne(token.name)}
                    onClick={() => setRevoked(token)}
                  >
                    {texts.revoke}
                  </Button>
                </span>
              ),
            },
          ]}
        />
        {isCreating && <CreateTokenDialog owner={owner} onClose={() => setCreating(false)} />}
        {used && <TokenUsageDialog token={used} onClose={() => setUsed(null)} />}
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

/** What the token may do, by the groups of the form; the scopes themselves on hover. */
function Access({ scopes }: { scopes: Token['scopes'] }) {
  return (
    <Tooltip content={<span className="font-mono">{scopes.join(' ')}</span>}>
      <span className="flex max-w-72 flex-col">
        {accessOf(scopes).map(([verb, objects]) => (
          <span key={verb}>
            {verb}
            {objects.length > 0 && <span className="text-muted"> {objects.join(', ')}</span>}
          </span>
        ))}
      </span>
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
      title={texts.revokeOne(name)}
      verb={texts.revoke}
      effects={
        <>
          {texts.stops} <span className="font-mono text-xs">{hint}</span> {texts.wasUsed}{' '}
          <Time value={last_used_at} empty={texts.neverUsed} />.
        </>
      }
      onConfirm={async () => {
        await revoke.mutateAsync({ params });
        showToast(texts.revoked(name));
      }}
    />
  );
}
