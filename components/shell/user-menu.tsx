'use client';

import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, CircleUserRound, Keyboard, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { useMe } from '@/components/session/organization';
import { chooseTheme, chosenTheme } from '@/components/shell/theme';
import { Menu, MenuItem, MenuLabel, MenuRadios, MenuSeparator } from '@/components/ui/menu';
import { showErrorToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import type { Theme } from '@/lib/contract/theme';
import { signOut } from '@/lib/resources/identity/contract';

/** Who is signed in, theme, shortcuts, and the way out. */
export function UserMenu({
  side = 'top',
  align = 'start',
  trigger,
  onShortcuts,
}: {
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  trigger: ReactNode;
  onShortcuts?: () => void;
}) {
  const client = useQueryClient();
  const confirmThenLeave = useConfirmThenLeave();
  const { data: me } = useMe();
  const leave = useCommand(signOut, {
    onSuccess: () => {
      client.clear();
      window.location.assign('/sign-in');
    },
    onError: (error) => showErrorToast('Could not sign out.', error),
  });
  return (
    <Menu side={side} align={align} trigger={trigger}>
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
      <MenuLabel>Theme</MenuLabel>
      <ThemeChoice />
      <MenuSeparator />
      {onShortcuts && (
        <MenuItem icon={Keyboard} shortcut="?" onSelect={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem
        icon={BookOpen}
        onSelect={() => confirmThenLeave(() => window.location.assign('/docs'))}
      >
        API reference
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => confirmThenLeave(() => leave.mutate({}))}>
        Sign out
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
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
