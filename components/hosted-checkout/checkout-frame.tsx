import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { NO_REAL_MONEY, SANDBOX, SOLD_WITH } from '@/components/hosted-checkout/texts';
import { Logo } from '@/components/ui/logo';

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
        <header className="no-print flex min-h-8 items-center justify-center gap-2 bg-warn-fill px-4 py-1 text-xs text-warn">
          <FlaskConical aria-hidden className="size-3.5 shrink-0" />
          <p>
            <strong className="font-semibold">{SANDBOX}</strong> {NO_REAL_MONEY}
          </p>
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
      <div className="border-line bg-[light-dark(var(--sunken),var(--surface))] max-lg:sticky max-lg:top-0 max-lg:has-aria-expanded:static max-lg:z-10 max-lg:border-b lg:border-r print:bg-background">
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

/** A page with a single message. */
export function Notice({
  icon,
  title,
  children,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col px-5 pt-[18dvh] pb-8">
      <div className="flex flex-1 flex-col gap-3">
        {icon}
        <h1 ref={takeFocus} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {children}
      </div>
      <Footer />
    </main>
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
