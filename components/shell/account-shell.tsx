'use client';

import { CircleUserRound } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMe } from '@/components/session/organization';
import { usePageFocus } from '@/components/shell/page-focus';
import { useShellLayers } from '@/components/shell/shell-layers';
import { SHELL } from '@/components/shell/texts';
import { UserMenu } from '@/components/shell/user-menu';
import { Logo } from '@/components/ui/logo';

/** The layout of pages outside of organizations. */
export function AccountShell({ children }: { children: ReactNode }) {
  const { data: me } = useMe();
  usePageFocus();
  const { show, layers } = useShellLayers(null);
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh">
      <header className="flex h-12 items-center justify-between gap-4 border-b border-line px-4 md:px-6">
        <Link href="/dashboard" className="flex items-center gap-2 font-semibold">
          <Logo />
          Tilldesk
        </Link>
        <UserMenu
          onShow={show}
          side="bottom"
          align="end"
          trigger={
            <button
              type="button"
              className="flex h-8 min-w-0 items-center gap-2 rounded-control px-2 text-muted hover:bg-sunken hover:text-ink coarse:h-11"
            >
              <CircleUserRound aria-hidden className="size-4 shrink-0" />
              <span className="max-w-40 truncate">{me?.user?.name ?? SHELL.account}</span>
            </button>
          }
        />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full min-h-0 max-w-4xl flex-1 flex-col"
      >
        {children}
      </main>
      {layers}
    </div>
  );
}
