'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { copyRecordId, recordIdOf } from '@/components/shell/record-id';
import { loadable } from '@/components/ui/loadable';
import { hasLayer, useShortcuts } from '@/components/ui/shortcuts';

/** What opens over any page, by a key or from the navigation. */
export type ShellLayer = 'palette' | 'calls' | 'shortcuts';

export interface LayerProps {
  open: boolean;
  onClose: () => void;
}

const CommandPalette = loadable<LayerProps & { slug: string; show: (layer: ShellLayer) => void }>(
  () => import('@/components/shell/command-palette').then(({ CommandPalette }) => CommandPalette),
);
const ApiDrawer = loadable<LayerProps>(() =>
  import('@/components/shell/api-drawer').then(({ ApiDrawer }) => ApiDrawer),
);
const ShortcutsDialog = loadable<LayerProps>(() =>
  import('@/components/shell/shortcuts-dialog').then(({ ShortcutsDialog }) => ShortcutsDialog),
);

const LAYERS = { palette: CommandPalette, calls: ApiDrawer, shortcuts: ShortcutsDialog };

/** Loads the code of a layer: what opens it is pointed at or has the focus. */
export const preloadOf = (layer: ShellLayer) => ({
  onPointerEnter: LAYERS[layer].preload,
  onFocus: LAYERS[layer].preload,
});

/**
 * The layers of a page, which are loaded when they are opened first: `layers` is to be rendered, `show`
 * opens one. Mod+K, `a`, and `?` open them too, and `c` copies the id of the record.
 */
export function useShellLayers(slug: string | null) {
  const [shown, setShown] = useState<ShellLayer | null>(null);
  const [loaded, setLoaded] = useState<readonly ShellLayer[]>([]);
  const recordId = recordIdOf(usePathname());
  const show = (layer: ShellLayer) => {
    setLoaded((others) => (others.includes(layer) ? others : [...others, layer]));
    setShown(layer);
  };
  useShortcuts({
    a: () => show('calls'),
    '?': () => show('shortcuts'),
    c: recordId === null ? undefined : () => void copyRecordId(recordId),
  });
  usePaletteKey(() => {
    if (shown === 'palette') setShown(null);
    else if (slug !== null && !hasLayer()) show('palette');
  });
  const layer = (name: ShellLayer): LayerProps => ({
    open: shown === name,
    onClose: () => setShown((current) => (current === name ? null : current)),
  });
  const layers = (
    <>
      {slug !== null && loaded.includes('palette') && (
        <CommandPalette {...layer('palette')} slug={slug} show={show} />
      )}
      {loaded.includes('calls') && <ApiDrawer {...layer('calls')} />}
      {loaded.includes('shortcuts') && <ShortcutsDialog {...layer('shortcuts')} />}
    </>
  );
  return { show, layers };
}

/** Mod+K also while somebody types. */
function usePaletteKey(toggle: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Of Mod+K it is pressed first.
    if (event.key === 'Control' || event.key === 'Meta') CommandPalette.preload();
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
