'use client';

import { Search, SquareTerminal } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useMe } from '@/components/session/organization';
import { navigationFor, pagePath, sectionOf } from '@/components/shell/navigation';
import { NavigationLink } from '@/components/shell/navigation-link';
import { OrganizationSwitcher } from '@/components/shell/organization-switcher';
import { SandboxBadge } from '@/components/shell/sandbox-badge';
import { preloadOf, type ShellLayer } from '@/components/shell/shell-layers';
import { SHELL } from '@/components/shell/texts';
import { UserMenu } from '@/components/shell/user-menu';
import { IconButton } from '@/components/ui/button';
import { useModKey } from '@/components/ui/mod-key';

/** The navigation of an organization: a column, or on small screens a sheet. */
export function Sidebar({
  slug,
  onShow,
  onNavigate,
}: {
  slug: string;
  onShow: (layer: ShellLayer) => void;
  onNavigate?: () => void;
}) {
  const section = sectionOf(usePathname());
  const { data: me } = useMe();
  const mod = useModKey();
  const organization = me?.organizations.find((own) => own.slug === slug);
  return (
    <div className="flex h-full flex-col gap-2">
      <OrganizationSwitcher slug={slug} />
      {organization?.is_sandbox && (
        <div className="-mt-1 px-2">
          <SandboxBadge organization={organization} />
        </div>
      )}
      <button
        type="button"
        {...preloadOf('palette')}
        onClick={() => onShow('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 items-center gap-2 rounded-control border border-line bg-surface px-2 text-muted hover:border-control hover:text-ink coarse:h-11"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 text-left">{SHELL.search}</span>
        <kbd aria-hidden className="font-mono text-xs coarse:hidden">
          {mod} K
        </kbd>
      </button>
      <nav
        aria-label="Organization"
        className="flex flex-1 flex-col gap-3 overflow-y-auto py-1 short:gap-1"
      >
        {navigationFor(organization?.role).map((group) => (
          <div key={group.label} className="flex flex-col">
            {group.label && (
              <p className="px-3 pb-1 text-xs text-muted short:pb-0" id={`nav-${group.label}`}>
                {group.label}
              </p>
            )}
            <ul aria-labelledby={group.label ? `nav-${group.label}` : undefined}>
              {group.items.map(({ path, label, icon }) => (
                <li key={path}>
                  <NavigationLink
                    href={pagePath(slug, path)}
                    label={label}
                    icon={icon}
                    isCurrent={section === path}
                    onNavigate={onNavigate}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="flex items-center">
        <UserMenu onShow={onShow} className="flex-1" />
        <IconButton
          label={SHELL.apiCalls}
          icon={SquareTerminal}
          aria-keyshortcuts="a"
          {...preloadOf('calls')}
          onClick={() => onShow('calls')}
        />
      </div>
    </div>
  );
}
