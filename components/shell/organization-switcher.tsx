'use client';

import { ChevronsUpDown, LayoutList, Plus } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useMe } from '@/components/session/organization';
import { pagePath, sectionOf } from '@/components/shell/navigation';
import { SHELL } from '@/components/shell/texts';
import { Avatar } from '@/components/ui/avatar';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { Skeleton } from '@/components/ui/skeleton';

/** Changes the organization and keeps the section. */
export function OrganizationSwitcher({ slug }: { slug: string }) {
  const { data: me } = useMe();
  const section = sectionOf(usePathname());
  const current = me?.organizations.find((organization) => organization.slug === slug);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-11 w-full min-w-0 items-center gap-2 rounded-control px-2 text-left hover:bg-sunken"
        >
          <Avatar
            name={current?.name ?? slug}
            src={current?.avatar_url ?? null}
            tone="accent"
            className="size-5 text-xs"
          />
          <span className="min-w-0 flex-1 truncate font-semibold">
            {current ? current.name : me ? slug : <Skeleton className="w-24" />}
          </span>
          <span className="sr-only">{SHELL.switchOrganization}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <MenuLabel>{SHELL.organizations}</MenuLabel>
      {me?.organizations.map((organization) => (
        <MenuItem key={organization.id} href={pagePath(organization.slug, section)}>
          <span className="flex items-center gap-2">
            <Avatar
              name={organization.name}
              src={organization.avatar_url}
              tone="accent"
              className="size-5 text-xs"
            />
            <span className="truncate">{organization.name}</span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={LayoutList} href="/dashboard">
        {SHELL.allOrganizations}
      </MenuItem>
      <MenuItem icon={Plus} href="/dashboard/new">
        {SHELL.newOrganization}
      </MenuItem>
    </Menu>
  );
}
