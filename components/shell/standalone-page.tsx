import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/logo';

/**
 * The layout of pages that stand alone: sign-in, sign-up, invitations, errors and the 404 page. Its links are plain `<a>` elements, so that it stays small
 * (every page loads it with its error boundary) and leaving reloads the broken page.
 */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-8 px-4 py-8 sm:pt-[14dvh]">
      <header>
        <a href="/" className="flex w-fit items-center gap-2 text-base font-semibold">
          <Logo className="size-6" />
          Tilldesk
        </a>
      </header>
      <main>{children}</main>
    </div>
  );
}
