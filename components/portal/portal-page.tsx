'use client';

import { ArrowLeft, LogOut, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CheckoutFrame, Footer } from '@/components/hosted-checkout/checkout-frame';
import type { PortalSession } from '@/components/hosted-checkout/portal-session';
import { SignedIn, useMayChange, usePortalPath, useSeller } from '@/components/portal/portal';
import { SellerAddress } from '@/components/portal/seller-address';
import { signOut, usePortalSession } from '@/components/portal/session';
import { SignIn } from '@/components/portal/sign-in';
import { HOME, PORTAL } from '@/components/portal/texts';
import { SellerName } from '@/components/purchase/seller';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { formatDate } from '@/components/ui/time';

/** A page of the portal: to the signed-in customer its content, to everybody else the sign-in. */
export function PortalPage({
  title,
  tab,
  children,
}: {
  title: string;
  /** One of the pages beside each other; another page leads back to the purchases. */
  tab?: Tab;
  children: ReactNode;
}) {
  const seller = useSeller();
  const path = usePortalPath();
  const session = usePortalSession(seller.slug);
  const isSignedIn = session !== undefined && session !== null && session !== 'over';
  return (
    <PortalFrame session={isSignedIn ? session : null} tab={tab}>
      <title>{`${isSignedIn ? title : PORTAL.signIn} · ${seller.name}`}</title>
      {session === undefined ? (
        <div aria-busy className="flex flex-col gap-3">
          <LoadingNote label={PORTAL.purchases} />
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : isSignedIn ? (
        <SignedIn session={session}>
          {!tab && (
            <Link
              href={path()}
              className="inline-flex min-h-8 w-fit items-center gap-1.5 text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
            >
              <ArrowLeft aria-hidden className="size-4 shrink-0" />
              {PORTAL.allPurchases}
            </Link>
          )}
          {children}
        </SignedIn>
      ) : (
        <SignIn isOver={session === 'over'} />
      )}
    </PortalFrame>
  );
}

type Tab = 'home' | 'profile';

/** The two pages of the portal, and which of them this is. */
function Tabs({ current }: { current: Tab | undefined }) {
  const path = usePortalPath();
  return (
    <nav
      aria-label={PORTAL.pages}
      className="flex gap-5 self-stretch max-sm:order-last max-sm:w-full"
    >
      {(['home', 'profile'] as const).map((tab) => (
        <Link
          key={tab}
          href={tab === 'home' ? path() : path(tab)}
          aria-current={tab === current ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          <span data-steady={PORTAL[tab]}>{PORTAL[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}

/** What the session of a confirmation cannot do, and who can help. */
export function BoundNote() {
  const { name } = useSeller();
  if (useMayChange()) return null;
  return (
    <p className="border-l-2 border-info bg-info-fill px-3 py-2.5 text-info wrap-anywhere">
      {HOME.bound(name)} <SellerAddress />
    </p>
  );
}

/** The layout of the portal: the seller above, a column below it. */
export function PortalFrame({
  session,
  tab,
  children,
}: {
  session: PortalSession | null;
  tab?: Tab | undefined;
  children: ReactNode;
}) {
  const { name, slug, pictureUrl, isSandbox, closes } = useSeller();
  return (
    <CheckoutFrame isSandbox={isSandbox}>
      <section
        aria-label={PORTAL.account}
        className="border-b border-line bg-[light-dark(var(--sunken),var(--surface))]"
      >
        <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-8 gap-y-1 px-5 sm:min-h-14 sm:px-8">
          <div className="min-w-0 py-3 max-sm:flex-1">
            <SellerName name={name} pictureUrl={pictureUrl} />
          </div>
          {session && !session.isBound && <Tabs current={tab} />}
          {session && (
            <div className="ml-auto flex min-w-0 items-center gap-3">
              <span className="min-w-0 truncate text-sm text-muted max-sm:hidden">
                {session.email}
              </span>
              <Button
                variant="ghost"
                icon={LogOut}
                className="-mr-3"
                onClick={() => signOut(slug, session)}
              >
                {PORTAL.signOut}
              </Button>
            </div>
          )}
        </div>
      </section>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-5 pt-6 pb-4 sm:px-8">
        <div className="flex flex-1 flex-col gap-6">
          {closes && (
            <Notice look={{ tone: 'warn', icon: TriangleAlert }}>
              <p>{PORTAL.closing(name, formatDate(closes.at, closes.timezone))}</p>
            </Notice>
          )}
          {children}
        </div>
        <Footer />
      </main>
    </CheckoutFrame>
  );
}
