'use client';

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { orderedList as texts } from '@/components/form/dashboard-texts';
import { IconButton } from '@/components/ui/button';

/** A list whose rows can be moved up and down and removed. */
export function OrderedList<Item extends { id: string; name: string }>({
  items,
  label,
  render,
  onChange,
}: {
  items: readonly Item[];
  /** The list's name for screen readers. */
  label: string;
  render: (item: Item) => ReactNode;
  onChange: (ids: string[]) => void;
}) {
  const [announcement, setAnnouncement] = useState('');
  const ids = items.map(({ id }) => id);
  const move = (button: HTMLElement, item: Item, by: -1 | 1) => {
    const from = ids.indexOf(item.id);
    const to = from + by;
    if (to < 0 || to >= ids.length) return;
    onChange(moved(ids, from, to));
    setAnnouncement(texts.moved(item.name, to + 1, ids.length));
    // Moving a row remounts its button, which loses the focus.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <>
      <ol aria-label={label} className={items.length > 0 ? 'border-t border-line' : 'hidden'}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className="flex min-h-10 items-center gap-1 border-b border-line py-1 coarse:py-0"
          >
            <span className="flex min-w-0 flex-1 items-center gap-2">{render(item)}</span>
            <IconButton
              label={texts.up(item.name)}
              icon={ChevronUp}
              aria-disabled={index === 0 || undefined}
              onClick={({ currentTarget }) => move(currentTarget, item, -1)}
            />
            <IconButton
              label={texts.down(item.name)}
              icon={ChevronDown}
              aria-disabled={index === items.length - 1 || undefined}
              onClick={({ currentTarget }) => move(currentTarget, item, 1)}
            />
            <IconButton
              label={texts.remove(item.name)}
              icon={X}
              onClick={() => {
                onChange(ids.filter((id) => id !== item.id));
                setAnnouncement(texts.removed(item.name));
              }}
            />
          </li>
        ))}
      </ol>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
