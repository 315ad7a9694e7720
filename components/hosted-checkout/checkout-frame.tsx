import { Fragment, type ReactNode } from 'react';
import { questions, SOLD_WITH } from '@/components/hosted-checkout/texts';
import { SellerName } from '@/components/purchase/seller';
import { ErrorState } from '@/components/ui/error-state';
import { Logo } from '@/components/ui/logo';
import { SandboxNote } from '@/components/ui/sandbox-note';
import { Slip, TABLE } from '@/components/ui/slip';
import type { PortalSeller } from '@/lib/resources/portal';

/** The layout of the hosted pages: sandbox banner above, footer below. */
export function CheckoutFrame({
  isSandbox = false,
  children,
}: {
  isSandbox?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col text-base">
      {isSandbox && (
        <header className="no-print">
          <SandboxNote />
        </header>
      )}
      {children}
    </div>
  );
}

/** Two columns from 1024 px: the receipt on the left, what is to be done on the right. */
export function TwoColumns({ receipt, children }: { receipt: ReactNode; children: ReactNode }) {
  return (
    <main className="grid flex-1 grid-cols-1 grid-rows-[auto_1fr] lg:grid-cols-2 lg:grid-rows-1">
      <div
        className={`border-line ${TABLE} max-lg:sticky max-lg:top-0 max-lg:has-aria-expanded:static max-lg:z-10 max-lg:border-b lg:border-r print:bg-background`}
      >
        {receipt}
      </div>
      <div className="flex flex-col px-5 py-8 sm:px-8 lg:px-14 lg:py-8">
        <div className="mx-auto flex w-full max-w-[30rem] flex-1 flex-col lg:mx-0">
          <div className="flex-1">{children}</div>
          <Footer />
        </div>
      </div>
    </main>
  );
}

/**
 * A page with a single message and where to ask: beside the receipt, as the form before it and the thanks after it are,
 * or where the checkout is not known on a slip of its own.
 */
export function Notice({
  seller,
  receipt,
  ...message
}: {
  seller?: PortalSeller;
  receipt?: ReactNode;
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  const isSandbox = seller?.isSandbox ?? false;
  if (receipt) {
    return (
      <CheckoutFrame isSandbox={isSandbox}>
        <TwoColumns receipt={receipt}>
          <Message seller={seller} {...message} />
        </TwoColumns>
      </CheckoutFrame>
    );
  }
  return (
    <CheckoutFrame isSandbox={isSandbox}>
      <main className={`flex flex-1 flex-col px-5 pt-[8dvh] pb-8 ${TABLE}`}>
        <div className="mx-auto flex w-full max-w-[30rem] flex-1 flex-col">
          <Slip className="flex flex-col gap-6 px-5 pt-5 pb-6 sm:px-8 sm:pt-7">
            {seller && (
              <div className="border-b border-line pb-5">
                <SellerName name={seller.name} pictureUrl={seller.pictureUrl} />
              </div>
            )}
            <Message seller={seller} {...message} />
          </Slip>
          <div className="flex-1" />
          <Footer />
        </div>
      </main>
    </CheckoutFrame>
  );
}

/** A line holds whole sentences where it can. */
const SENTENCE_END = /(?<=\.) /;

function Message({
  seller,
  icon,
  title,
  children,
}: {
  seller: PortalSeller | undefined;
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      {icon}
      <h1
        ref={takeFocus}
        tabIndex={-1}
        className="text-xl font-semibold tracking-tight text-balance"
      >
        {title.split(SENTENCE_END).map((sentence, index) => (
          <Fragment key={sentence}>
            {index > 0 && ' '}
            <span className="inline-block">{sentence}</span>
          </Fragment>
        ))}
      </h1>
      {children}
      {seller?.email && (
        <div className="mt-4 border-t border-line pt-5">
          <SellerContact seller={seller} />
        </div>
      )}
    </div>
  );
}

/** The checkout could not be loaded. */
export function Unreachable({
  seller,
  ...props
}: {
  seller: PortalSeller;
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}) {
  return (
    <Notice seller={seller} title="Checkout">
      <ErrorState what="this checkout" {...props} />
    </Notice>
  );
}

/** How to reach the seller, if an e-mail address is set. */
export function SellerContact({
  seller: { name, email },
}: {
  seller: Pick<PortalSeller, 'name' | 'email'>;
}) {
  if (!email) return null;
  return (
    <p className="text-sm text-muted">
      {questions(name)}{' '}
      <a
        href={`mailto:${email}`}
        className="text-accent underline decoration-line wrap-anywhere coarse:inline-flex coarse:min-h-11 coarse:items-center"
      >
        {email}
      </a>
    </p>
  );
}

/** Focuses the heading of content that replaces the page, so that screen readers read it. */
export function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** What the page is made with. */
export function Footer() {
  return (
    <footer className="no-print flex items-center gap-2 pt-12 text-sm text-muted">
      <Logo className="size-4" />
      {SOLD_WITH}
    </footer>
  );
}
