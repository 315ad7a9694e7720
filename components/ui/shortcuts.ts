'use client';

import { useEffect, useEffectEvent } from 'react';

type Handler = (event: KeyboardEvent) => void;

let switchedOff = false;

/** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
export const shortcutSetting = {
  read: () => switchedOff || localStorage.getItem('tilldesk_shortcuts') === 'off',
  write(off: boolean) {
    switchedOff = off;
    localStorage.setItem('tilldesk_shortcuts', off ? 'off' : 'on');
  },
};

/**
 * Keys of a page, by `KeyboardEvent.key`: `{ n: create, '/': search }`. Silent while typing, with a
 * modifier, and while a dialog or menu is open.
 */
export function useShortcuts(handlers: Record<string, Handler | undefined>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const handler = handlers[event.key];
    if (!handler || event.defaultPrevented || isSilent(event)) return;
    handler(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isSilent(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (shortcutSetting.read()) return true;
  if (document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
