'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useShortcuts } from '@/components/ui/shortcuts';
import { UI } from '@/components/ui/texts';

interface OverflowEntry {
  label: string;
  icon: LucideIcon;
  /** A file to be downloaded; otherwise `onSelect`. */
  download?: string;
  onSelect?: () => void;
}

/** The "⋯" menu of a list. One entry alone is a button itself. Key on wide screens: `.` */
export function OverflowMenu({
  entries,
  more,
  onOpen,
  on,
}: {
  entries: readonly OverflowEntry[];
  /** Further entries, after a line. */
  more?: ReactNode;
  onOpen?: (() => void) | undefined;
  /** The screens that show it. */
  on: 'wide' | 'small';
}) {
  const [isOpen, setOpen] = useState(false);
  const [first] = entries;
  const isMenu = entries.length > 1 || Boolean(more);
  useShortcuts({
    '.':
      isMenu && on === 'wide' ? () => setOpen(matchMedia('(min-width: 48rem)').matches) : undefined,
  });
  const className = on === 'wide' ? 'max-md:hidden' : 'md:hidden';
  if (!isMenu) return first && <EntryButton entry={first} className={className} />;
  return (
    <Menu
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) onOpen?.();
      }}
      trigger={
        <IconButton
          label={UI.moreActions}
          icon={Ellipsis}
          className={`border-button-line bg-surface ${className}`}
        />
      }
    >
      {entries.map(({ label, ...entry }) => (
        <MenuItem key={label} {...entry}>
          {label}
        </MenuItem>
      ))}
      {more && (
        <>
          <MenuSeparator />
          {more}
        </>
      )}
    </Menu>
  );
}

function EntryButton({ entry, className }: { entry: OverflowEntry; className: string }) {
  const { label, icon: Icon, download, onSelect } = entry;
  if (download === undefined) {
    return (
      <Button icon={Icon} className={className} onClick={onSelect}>
        {label}
      </Button>
    );
  }
  return (
    <a download href={download} className={buttonClasses({}, className)}>
      <Icon aria-hidden className="size-4" />
      {label}
    </a>
  );
}
