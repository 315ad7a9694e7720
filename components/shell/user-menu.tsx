'use client';

import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, CircleUserRound, Keyboard, LogOut, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { useMe } from '@/components/session/organization';
import { clearRecents } from '@/components/shell/recents';
import type { ShellLayer } from '@/components/shell/shell-layers';
import { SHELL } from '@/components/shell/texts';
import { chooseTheme, chosenTheme } from '@/components/shell/theme';
import { classes } from '@/components/ui/classes';
import { Menu, MenuItem, MenuLabel, MenuRadios, MenuSeparator } from '@/components/ui/menu';
import { showErrorToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import type { Theme } from '@/lib/contract/theme';
import { signOut } from '@/lib/resources/accounts/operations';

/** Who is signed in, theme, shortcuts, and the way out. */
export function UserMenu({
  side = 'top',
  align = 'start',
  className,
  onShow,
}: {
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  className?: string;
  onShow: (layer: ShellLayer) => void;
}) {
  const client = useQueryClient();
  const confirmThenLeave = useConfirmThenLeave();
  const { data: me } = useMe();
  const leave = useCommand(signOut, {
    onSuccess: () => {
      client.clear();
      clearRecents();
      window.location.assign('/sign-in');
    },
    onError: (error) => showErrorToast(SHELL.signOutFailed, error),
  });
  return (
    <Menu
      side={side}
      align={align}
      trigger={
        <button
          type="button"
          className={classes(
            'flex h-10 min-w-0 items-center gap-2 rounded-control px-2 text-left text-muted hover:bg-sunken hover:text-ink coarse:h-11',
            className,
          )}
        >
          <CircleUserRound aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{me?.user?.name ?? SHELL.account}</span>
        </button>
      }
    >
      {me?.user && (
        <div className="flex flex-col px-2 pt-1 pb-2">
          <span className="truncate font-medium">{me.user.name}</span>
          <span className="truncate text-xs text-muted">{me.user.email}</span>
        </div>
      )}
      <MenuItem icon={CircleUserRound} href="/dashboard/account">
        Account
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{SHELL.theme}</MenuLabel>
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={Keyboard} shortcut="?" onSelect={() => onShow('shortcuts')}>
        {SHELL.shortcuts}
      </MenuItem>
      <MenuItem icon={SquareTerminal} shortcut="a" onSelect={() => onShow('calls')}>
        {SHELL.apiCalls}
      </MenuItem>
      <MenuItem
        icon={BookOpen}
        onSelect={() => confirmThenLeave(() => window.location.assign('/docs'))}
      >
        {SHELL.apiReference}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => confirmThenLeave(() => leave.mutate({}))}>
        {SHELL.signOut}
      </MenuItem>
    </Menu>
  );
}

/** Mounted with the menu, so that it reads the current theme. */
function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <MenuRadios
      value={theme}
      onValueChange={(next) => {
        chooseTheme(next);
        setTheme(next);
      }}
      options={[
        { value: 'system', label: SHELL.system },
        { value: 'light', label: SHELL.light },
        { value: 'dark', label: SHELL.dark },
      ]}
    />
  );
}
