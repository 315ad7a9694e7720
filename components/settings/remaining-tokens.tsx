'use client';

import { account as texts } from '@/components/settings/account-texts';
import { useListPage } from '@/components/settings/list-page';
import { shortAccess } from '@/components/settings/token-scopes';
import { tokens as tokenTexts } from '@/components/settings/token-texts';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { deleteToken, listTokens } from '@/lib/resources/tokens/contract';
import type { Token } from '@/lib/resources/tokens/schema';

/** The caller's personal tokens, which a change of the password does not end, each with the way to revoke it. */
export function RemainingTokens() {
  const { result } = useListPage(listTokens, { query: { kind: ['personal'] } });
  const { items = [], pagination } = result.data ?? {};
  if (items.length === 0) return null;
  const hidden = (pagination?.total_count ?? 0) - items.length;
  return (
    <section aria-label={texts.tokens} className="flex flex-col gap-2">
      <p>{texts.tokensRemain}</p>
      <ul className="flex max-h-60 flex-col overflow-y-auto" tabIndex={-1}>
        {items.map((token) => (
          <RemainingToken key={token.id} token={token} />
        ))}
      </ul>
      {hidden > 0 && <p className="text-xs text-muted">{texts.moreTokens(hidden)}</p>}
    </section>
  );
}

function RemainingToken({ token }: { token: Token }) {
  const { id, name, hint, scopes, created_at, last_used_at } = token;
  const revoke = useCommand(deleteToken, {
    onSuccess: () => showToast(tokenTexts.revoked(name)),
    onError: (error) => showErrorToast(tokenTexts.notRevoked, error),
  });
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {name} <span className="font-mono text-xs text-muted">{hint}</span>
        </p>
        <p className="text-xs text-muted">{shortAccess(scopes)}</p>
        <p className="text-xs text-muted">
          {texts.tokenCreated} <Time value={created_at} show="short" />
          {' · '}
          {tokenTexts.lastUsed} <Time value={last_used_at} show="short" empty={tokenTexts.never} />
        </p>
      </div>
      <Button
        size="small"
        aria-label={tokenTexts.revokeOne(name)}
        pending={revoke.isPending}
        onClick={() => revoke.mutate({ params: { id } })}
      >
        {tokenTexts.revoke}
      </Button>
    </li>
  );
}
