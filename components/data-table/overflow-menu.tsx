import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { UI } from '@/components/ui/texts';

interface OverflowEntry {
  label: string;
  icon: LucideIcon;
  /** A file to be downloaded; otherwise `onSelect`. */
  download?: string;
  onSelect?: () => void;
}

/** The "⋯" menu of a list. One entry alone, which then is no download, is a button itself. */
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
  const [first] = entries;
  const isMenu = entries.length > 1 || Boolean(more);
  const className = on === 'wide' ? 'max-md:hidden' : 'md:hidden';
  if (!isMenu) {
    return (
      first && (
        <Button icon={first.icon} className={className} onClick={first.onSelect}>
          {first.label}
        </Button>
      )
    );
  }
  return (
    <Menu
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      trigger={
        <Button
          icon={Ellipsis}
          aria-label={UI.moreActions}
          className={`w-8 px-0 coarse:w-11 ${className}`}
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
