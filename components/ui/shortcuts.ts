'use client';

import { useEffect, useEffectEvent } from 'react';

type Handler = (event: KeyboardEvent) => void;
type Handlers = Record<string, Handler | undefined>;

const STORAGE_KEY = 'tilldesk_shortcuts';
/** How long the second key of a sequence is waited for. */
const SEQUENCE_MS = 1500;

/** Single-letter shortcuts can be switched off (WCAG 2.1.4); kept by the browser. */
export const shortcutSetting = {
  read: () => localStorage.getItem(STORAGE_KEY) !== 'off',
  write: (isOn: boolean) => localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off'),
};

/** What is mounted, the latest last: where two have the same keys, the latest has them. */
const mounted: (() => Handlers)[] = [];
let prefix: { key: string; until: number } | null = null;

/**
 * Keys of a page, by `KeyboardEvent.key`: `{ n: create, '/': search, 'g o': openOrders }`; the second key of
 * a sequence does nothing else. Silent while typing, with a modifier, and while a dialog or menu is open.
 */
export function useShortcuts(handlers: Handlers): void {
  const current = useEffectEvent(() => handlers);
  useEffect(() => {
    const read = () => current();
    mounted.push(read);
    if (mounted.length === 1) document.addEventListener('keydown', onKey);
    return () => {
      mounted.splice(mounted.indexOf(read), 1);
      if (mounted.length === 0) document.removeEventListener('keydown', onKey);
    };
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isSilent(event)) return;
  const before = prefix && prefix.until > Date.now() ? prefix.key : null;
  prefix = null;
  const bindings = mounted.map((read) => read());
  const keys = before === null ? event.key : `${before} ${event.key}`;
  const handler = bindings.findLast((each) => each[keys])?.[keys];
  if (handler) {
    event.preventDefault();
    handler(event);
  } else if (
    bindings.some((each) => Object.keys(each).some((key) => key.startsWith(`${event.key} `)))
  ) {
    prefix = { key: event.key, until: Date.now() + SEQUENCE_MS };
  }
}

/** Whether a dialog or a menu is open, which has the keys for itself. */
export function hasLayer(): boolean {
  return document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null;
}

function isSilent(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (!shortcutSetting.read() || hasLayer()) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select');
}
