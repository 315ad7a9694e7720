'use client';

import { Building2, CircleUserRound } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { NavigationLink } from '@/components/shell/navigation-link';
import { usePageFocus } from '@/components/shell/page-focus';
import { useShellLayers } from '@/components/shell/shell-layers';
import { SHELL } from '@/components/shell/texts';
import { UserMenu } from '@/components/shell/user-menu';
import { Logo } from '@/components/ui/logo';

const ACCOUNT = '/dashboard/account';

/** The layout of pages outside of organizations: the same column beside them, and on small screens a bar above. */
export function AccountShell({ children }: { children: ReactNode }) {
  const isAccount = usePathname() === ACCOUNT;
  usePageFocus();
  const { show, layers } = useShellLayers(null);
  const home = (
    <Link href="/dashboard" className="flex items-center gap-2 px-2 font-semibold">
      <Logo />
      Tilldesk
    </Link>
  );
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh md:flex-row">
      <header className="flex h-12 items-center justify-between gap-4 border-b border-line px-2 md:hidden">
        {home}
        <UserMenu onShow={show} side="bottom" align="end" className="max-w-48" />
      </header>
      <aside className="flex w-56 shrink-0 flex-col gap-2 border-r border-line p-2 max-md:hidden">
        <div className="flex h-11 items-center">{home}</div>
        <nav aria-label={SHELL.account} className="flex flex-1 flex-col">
          <NavigationLink
            href="/dashboard"
            label={SHELL.organizations}
            icon={Building2}
            isCurrent={!isAccount}
          />
          <NavigationLink
            href={ACCOUNT}
            label={SHELL.account}
            icon={CircleUserRound}
            isCurrent={isAccount}
          />
        </nav>
        <UserMenu onShow={show} />
      </aside>
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </main>
      {layers}
    </div>
  );
}
