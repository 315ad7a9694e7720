'use client';

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type LeaveGuard, LeaveGuardContext } from '@/components/form/leave-guard';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';

type Leave = () => void;

/** Asks before a page with unsaved changes is left, by a link, Back, reload, button or key. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [leave, setLeave] = useState<Leave | null>(null);
  /** What ends the hold of each form with unsaved changes. */
  const holds = useRef(new Set<() => void>());
  const guard = useMemo<LeaveGuard>(
    () => ({
      confirmThenLeave(go) {
        if (holds.current.size > 0) setLeave(() => go);
        else go();
      },
      hold() {
        const stop = interceptNavigation((go) => setLeave(() => go));
        const release = () => {
          holds.current.delete(release);
          stop();
        };
        holds.current.add(release);
        return release;
      },
    }),
    [],
  );
  const stay = () => setLeave(null);
  const discard = () => {
    for (const release of holds.current) release();
    setLeave(null);
    leave?.();
  };
  return (
    <LeaveGuardContext value={guard}>
      {children}
      <Dialog
        open={leave !== null}
        onOpenChange={stay}
        title="Discard your changes?"
        description="They are not saved yet."
        role="alertdialog"
      >
        <DialogActions>
          <Button variant="danger" onClick={discard}>
            Discard
          </Button>
          <Button variant="primary" autoFocus onClick={stay}>
            Keep editing
          </Button>
        </DialogActions>
      </Dialog>
    </LeaveGuardContext>
  );
}

/** Calls `ask` instead of leaving the page, with what leaves it after all; returns a function that stops it. */
function interceptNavigation(ask: (leave: Leave) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || !leavesHere(event, link)) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => link.click());
  };
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || event.hashChange) return;
    event.preventDefault();
    const { key } = event.destination;
    ask(() => window.navigation.traverseTo(key));
  };
  document.addEventListener('click', onClick, { capture: true, signal });
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  // Without the Navigation API, in older browsers, Back cannot be intercepted.
  window.navigation?.addEventListener('navigate', onNavigate, { signal });
  return () => controller.abort();
}

function leavesHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const isOwn = link.origin === window.location.origin && link.target !== '_blank';
  const isElsewhere =
    link.pathname + link.search !== window.location.pathname + window.location.search;
  return isPlain && isOwn && isElsewhere && !link.hasAttribute('download');
}
