import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/logo';

/**
 * A page that stands alone, with the way home above it. Every page loads this along, in case it breaks:
 * its links are plain ones, which also bring a broken page back to its senses.
 */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col gap-8 px-4 py-8 sm:pt-[14dvh]">
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
