'use client';

import { ArrowLeft, LogOut } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CheckoutFrame, Footer } from '@/components/hosted-checkout/checkout-frame';
import type { PortalSession } from '@/components/hosted-checkout/portal-session';
import { SignedIn, usePortalPath, useSeller } from '@/components/portal/portal';
import { signOut, usePortalSession } from '@/components/portal/session';
import { SignIn } from '@/components/portal/sign-in';
import { PORTAL } from '@/components/portal/texts';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

/** A page of the portal: to the signed-in customer its content, to everybody else the sign-in. */
export function PortalPage({
  title,
  isHome = false,
  children,
}: {
  title: string;
  isHome?: boolean;
  children: ReactNode;
}) {
  const seller = useSeller();
  const path = usePortalPath();
  const session = usePortalSession(seller.slug);
  const isSignedIn = session !== undefined && session !== null && session !== 'over';
  return (
    <PortalFrame session={isSignedIn ? session : null}>
      <title>{`${isSignedIn ? title : PORTAL.signIn} · ${seller.name}`}</title>
      {session === undefined ? (
        <div aria-busy className="flex flex-col gap-3">
          <LoadingNote label={PORTAL.purchases} />
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : isSignedIn ? (
        <SignedIn session={session}>
          {!isHome && (
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

/** The layout of the portal: the seller above, a column below it. */
export function PortalFrame({
  session,
  children,
}: {
  session: PortalSession | null;
  children: ReactNode;
}) {
  const { name, slug, pictureUrl, isSandbox } = useSeller();
  return (
    <CheckoutFrame isSandbox={isSandbox}>
      <section
        aria-label={PORTAL.account}
        className="border-b border-line bg-[light-dark(var(--sunken),var(--surface))]"
      >
        <div className="mx-auto flex w-full max-w-2xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 sm:px-8">
          <p className="flex min-w-0 items-center gap-2.5">
            <Avatar name={name} src={pictureUrl} className="size-7 text-sm" />
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          </p>
          {session && (
            <div className="flex min-w-0 items-center justify-between gap-3 max-sm:w-full">
              <span className="min-w-0 truncate text-sm text-muted">{session.email}</span>
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
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col px-5 py-8 sm:px-8">
        <div className="flex flex-1 flex-col gap-9">{children}</div>
        <Footer />
      </main>
    </CheckoutFrame>
  );
}
