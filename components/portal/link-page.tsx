'use client';

import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { useOwnCommand, usePortalPath, useSeller } from '@/components/portal/portal';
import { PortalPage } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { LINK } from '@/components/portal/texts';
import { ErrorNote } from '@/components/ui/error-state';
import { showToast } from '@/components/ui/toast';
import { completeLinkedAccount } from '@/lib/resources/linked-accounts/operations';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

const never = () => () => {};

/**
 * Where a platform sends the customer back to. The button links the account: what a page does on its own could be made to
 * happen by a link from somebody else (docs/contract/connections.md#buyers-accounts).
 */
export function LinkPage({ platform }: { platform: Platform }) {
  return (
    <PortalPage title={LINK.verb[platform]}>
      <PortalTitle>{LINK.verb[platform]}</PortalTitle>
      <Finish platform={platform} />
    </PortalPage>
  );
}

function Finish({ platform }: { platform: Platform }) {
  const router = useRouter();
  const path = usePortalPath();
  const { accentColor } = useSeller();
  const [isDone, setDone] = useState(false);
  const complete = useOwnCommand(completeLinkedAccount);
  const search = useSyncExternalStore(
    never,
    () => window.location.search,
    () => null,
  );
  if (search === null) return null;
  const given = new URLSearchParams(search);
  const state = given.get('state');
  const code = given.get('code');
  if (!state || !code) return <p className="text-muted">{LINK.canceled}</p>;
  async function finish(body: { state: string; code: string }) {
    try {
      await complete.mutateAsync({ body });
      setDone(true);
      showToast(LINK.linked);
      // The address with the code leaves the history.
      router.replace(path('profile'));
    } catch {
      // It is shown below.
    }
  }
  return (
    <div className="flex max-w-md flex-col gap-5">
      <p className="text-muted">{LINK.finish(platform)}</p>
      {complete.error && <ErrorNote error={complete.error} />}
      <PayButton
        type="button"
        accent={accentColor}
        pending={complete.isPending || isDone}
        onClick={() => void finish({ state, code })}
      >
        {LINK.confirm}
      </PayButton>
    </div>
  );
}
