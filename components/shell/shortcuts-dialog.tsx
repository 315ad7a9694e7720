'use client';

import { useState } from 'react';
import { NAVIGATION } from '@/components/shell/navigation';
import { Dialog } from '@/components/ui/dialog';
import { Option } from '@/components/ui/input';
import { shortcutSetting } from '@/components/ui/shortcuts';

const KEYS: readonly (readonly [keys: string[], what: string])[] = [
  [['?'], 'This sheet'],
  [['/'], 'Search'],
  [['f'], 'Filter'],
  [['n'], 'New'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open'],
  [['Ctrl or ⌘', 'Enter'], 'In a new tab, or submit'],
  [['Esc'], 'Close'],
];

/** What the keys do, and the switch that turns single letters off. */
export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" wide>
      <div className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {KEYS.map(([keys, what]) => (
          <Keys key={what} keys={keys} what={what} />
        ))}
        {NAVIGATION.flatMap(({ items }) => items)
          .filter(({ key }) => key !== undefined)
          .map(({ key, label }) => (
            <Keys key={label} keys={['g', key ?? '']} what={label} />
          ))}
      </div>
      <Switch />
    </Dialog>
  );
}

function Keys({ keys, what }: { keys: readonly string[]; what: string }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-b border-line">
      <span>{what}</span>
      <span className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="rounded-control border border-line bg-sunken px-1.5 font-mono text-xs whitespace-nowrap"
          >
            {key}
          </kbd>
        ))}
      </span>
    </div>
  );
}

function Switch() {
  const [off, setOff] = useState(shortcutSetting.read);
  return (
    <Option
      checked={!off}
      onChange={({ target }) => {
        shortcutSetting.write(!target.checked);
        setOff(!target.checked);
      }}
    >
      Single-letter shortcuts
    </Option>
  );
}
