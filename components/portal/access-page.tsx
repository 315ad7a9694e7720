'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { usePortalPath, useSeller } from '@/components/portal/portal';
import { PortalFrame } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { sessionOf, startSession, takeReturn } from '@/components/portal/session';
import { ACCESS, PORTAL } from '@/components/portal/texts';
import { ErrorNote } from '@/components/ui/error-state';
import { useCommand } from '@/lib/client/queries';
import { redeemPortalAccess } from '@/lib/resources/customer-sessions/operations';

const never = () => () => {};

/**
 * Where a link of a mail leads. Its token is in the fragment, and only the button redeems it: programs that open the
 * links of a mail use nothing up (docs/contract/portal.md#links).
 */
export function AccessPage() {
  const { id, name, slug, accentColor } = useSeller();
  const path = usePortalPath();
  const router = useRouter();
  const token = useSyncExternalStore(
    never,
    () => window.location.hash.slice(1),
    () => null,
  );
  const [isOpening, setOpening] = useState(false);
  const redeem = useCommand(redeemPortalAccess);
  const isOver = token === '' || redeem.error?.status === 404;

  async function open() {
    if (!token) return;
    setOpening(true);
    try {
      startSession(
        slug,
        sessionOf(await redeem.mutateAsync({ body: { token, organization_id: id } })),
      );
      // The address with the token leaves the history.
      router.replace(takeReturn(slug));
    } catch {
      setOpening(false);
    }
  }

  return (
    <PortalFrame session={null}>
      <title>{`${PORTAL.purchases} · ${name}`}</title>
      <div className="flex max-w-md flex-col gap-5">
        <PortalTitle key={String(isOver)}>{isOver ? ACCESS.overTitle : ACCESS.title}</PortalTitle>
        {isOver ? (
          <>
            <p className="text-muted">{ACCESS.over}</p>
            <p>
              <Link href={path()} className="font-medium text-accent underline decoration-line">
                {ACCESS.another}
              </Link>
            </p>
          </>
        ) : (
          <>
            <p className="text-muted">{ACCESS.text(name)}</p>
            {redeem.error && <ErrorNote error={redeem.error} />}
            <PayButton type="button" accent={accentColor} pending={isOpening} onClick={open}>
              {ACCESS.open}
            </PayButton>
          </>
        )}
      </div>
    </PortalFrame>
  );
}
