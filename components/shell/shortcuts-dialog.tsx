'use client';

import { useState } from 'react';
import { NAVIGATION } from '@/components/shell/navigation';
import type { LayerProps } from '@/components/shell/shell-layers';
import {
  EVERYWHERE_KEYS,
  LIST_KEYS,
  OBJECT_KEYS,
  SHELL,
  SHORTCUTS,
} from '@/components/shell/texts';
import { Dialog } from '@/components/ui/dialog';
import { Option } from '@/components/ui/input';
import { KeyCap } from '@/components/ui/key-cap';
import { useModKey } from '@/components/ui/mod-key';
import { shortcutSetting } from '@/components/ui/shortcuts';

const GROUPS = [
  { title: SHORTCUTS.everywhere, rows: EVERYWHERE_KEYS },
  {
    title: SHORTCUTS.goTo,
    rows: NAVIGATION.flatMap(({ items }) => items).flatMap(({ key, label }) =>
      key === undefined ? [] : ([[['g', key], label]] as const),
    ),
  },
  { title: SHORTCUTS.lists, rows: LIST_KEYS },
  { title: SHORTCUTS.objects, rows: OBJECT_KEYS },
];

/** What the keys do, and the switch that turns single keys off. */
export function ShortcutsDialog({ open, onClose }: LayerProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={SHELL.shortcuts} wide>
      <div className="gap-x-10 sm:columns-2">
        {GROUPS.map(({ title, rows }) => (
          <section key={title} className="break-inside-avoid pb-5">
            <h3 className="pb-1 text-xs text-muted">{title}</h3>
            <dl>
              {rows.map(([keys, what]) => (
                <Keys key={what} keys={keys} what={what} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch />
    </Dialog>
  );
}

function Keys({ keys, what }: { keys: readonly string[]; what: string }) {
  const mod = useModKey();
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-b border-line">
      <dt>{what}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <KeyCap key={key}>{key === 'Mod' ? mod : key}</KeyCap>
        ))}
      </dd>
    </div>
  );
}

function Switch() {
  const [isOn, setOn] = useState(shortcutSetting.read);
  return (
    <div className="flex flex-col gap-1">
      <Option
        checked={isOn}
        onChange={({ target }) => {
          shortcutSetting.write(target.checked);
          setOn(target.checked);
        }}
      >
        {SHORTCUTS.setting}
      </Option>
      <p className="text-xs text-muted">{SHORTCUTS.settingHelp}</p>
    </div>
  );
}
