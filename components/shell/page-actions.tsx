'use client';

import { Ellipsis, type LucideIcon, Terminal } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { IconButton } from '@/components/ui/button';
import { copyCurl } from '@/components/ui/copy-curl';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useShortcuts } from '@/components/ui/shortcuts';
import { UI } from '@/components/ui/texts';
import type { ApiRequest } from '@/lib/client/snippets';

/** What can be done on a page: with its object, or with its list. */
export interface PageAction {
  label: string;
  icon: LucideIcon;
  /** A page of this site; otherwise `onSelect`. */
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is impossible now. */
  blockedBy?: string | null;
  /** Its key on this page: `e`. */
  shortcut?: string;
}

/** The actions of what is mounted, for the command palette. */
const registered = new Set<() => readonly PageAction[]>();

/** The actions of the page that is open. */
export function readPageActions(): readonly PageAction[] {
  return [...registered].flatMap((read) => read());
}

/**
 * Puts a page's actions into the command palette and gives them their keys. A page with a menu of them
 * renders {@link ActionsMenu} instead, which does the same.
 */
export function usePageActions(actions: readonly PageAction[]): void {
  const run = useRunAction();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const read = () => latest.current;
    registered.add(read);
    return () => void registered.delete(read);
  }, []);
  useShortcuts(
    Object.fromEntries(
      actions.map((action) => [
        action.shortcut ?? '',
        action.blockedBy ? undefined : () => run(action),
      ]),
    ),
  );
}

/** A function that does an action, after it has asked about unsaved changes where it leaves the page. */
export function useRunAction(): (action: Pick<PageAction, 'href' | 'onSelect'>) => void {
  const router = useRouter();
  const confirmThenLeave = useConfirmThenLeave();
  return ({ href, onSelect }) => {
    if (href === undefined) onSelect?.();
    else confirmThenLeave(() => router.push(href));
  };
}

type Group = readonly (PageAction | false | null)[];

/**
 * The "⋯" menu of a page, the last of its buttons: its actions in groups, also in the command palette and by
 * their keys. `.` opens it. `request` is the page's API call, to be copied.
 */
export function ActionsMenu({
  groups,
  request,
}: {
  groups: readonly Group[];
  request: () => ApiRequest;
}) {
  const [isOpen, setOpen] = useState(false);
  const copy: Group = [
    { label: UI.copyAsCurl, icon: Terminal, onSelect: () => void copyCurl(request()) },
  ];
  const harms = (group: Group) =>
    group.some((action) => action !== null && action !== false && action.danger);
  const shown = [
    ...groups.filter((group) => !harms(group)),
    copy,
    ...groups.filter((group) => harms(group)),
  ]
    .map((group) => group.filter((action) => action !== false && action !== null))
    .filter((group) => group.length > 0);
  const actions = shown.flat();
  usePageActions(actions);
  useShortcuts({ '.': () => setOpen(true) });
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={UI.moreActions} icon={Ellipsis} />}
    >
      {shown.map((group, index) => (
        <Fragment key={group[0]?.label}>
          {index > 0 && <MenuSeparator />}
          {group.map(({ label, ...action }) => (
            <MenuItem key={label} {...action}>
              {label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}
