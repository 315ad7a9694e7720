'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useOrganization } from '@/components/session/organization';
import { CreateTokenDialog, type TokenOwner } from '@/components/settings/create-token-dialog';
import { Expiry } from '@/components/settings/expiry';
import { useListPage } from '@/components/settings/list-page';
import { SettingsTable } from '@/components/settings/settings-table';
import { account, tokens as texts } from '@/components/settings/texts';
import { accessOf } from '@/components/settings/token-scopes';
import { useEditBlockedReason } from '@/components/settings/use-edit-blocked-reason';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { FrozenTime, Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { Tooltip } from '@/components/ui/tooltip';
import { useCommand, useRefresh } from '@/lib/client/queries';
import { deleteToken, listTokens } from '@/lib/resources/tokens/contract';
import type { Token } from '@/lib/resources/tokens/schema';

/** The API tokens of the organization. */
export function TokensSettings() {
  const { id, name } = useOrganization();
  const blockedBy = useEditBlockedReason();
  return <TokenList owner={{ id, name }} blockedBy={blockedBy} />;
}

/** Tokens of an organization, or the personal ones of the caller: made, listed, revoked. */
export function TokenList({
  owner,
  blockedBy = null,
}: {
  /** Null for personal tokens. */
  owner: TokenOwner | null;
  blockedBy?: string | null;
}) {
  const tokens = useListPage(listTokens, {
    query: owner ? { organization_id: [owner.id] } : { kind: ['personal'] },
  });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
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
            <p className="text-muted">{owner ? texts.intro : account.tokensText}</p>
            {create}
          </div>
        )}
        <SettingsTable
          label="tokens"
          list={tokens}
          keyOf={(token) => token.id}
          empty={
            blockedBy ? (
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
                <Button
                  size="small"
                  aria-label={texts.revokeOne(token.name)}
                  onClick={() => setRevoked(token)}
                >
                  {texts.revoke}
                </Button>
              ),
            },
          ]}
        />
        {isCreating && <CreateTokenDialog owner={owner} onClose={() => setCreating(false)} />}
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
        await revoke.mutateAsync({ params: { id } });
        showToast(texts.revoked(name));
      }}
    />
  );
}
