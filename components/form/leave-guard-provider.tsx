'use client';

import { type ReactNode, useMemo, useRef, useState } from 'react';
import {
  type LeaveGuard,
  LeaveGuardContext,
  type LeaveQuestion,
} from '@/components/form/leave-guard';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';

type Leave = () => void;

/** Asks before a page with unsaved changes is left, by a link, Back, reload, button or key. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(LeaveQuestion & { go: Leave }) | null>(null);
  /** What is asked for each form with unsaved changes, by what ends its hold. */
  const holds = useRef(new Map<() => void, LeaveQuestion>());
  const guard = useMemo<LeaveGuard>(
    () => ({
      confirmThenLeave(go) {
        const [question] = holds.current.values();
        if (question) setAsked({ ...question, go });
        else go();
      },
      hold(question) {
        const stop = interceptNavigation((go) => setAsked({ ...question, go }));
        const release = () => {
          holds.current.delete(release);
          stop();
        };
        holds.current.set(release, question);
        return release;
      },
    }),
    [],
  );
  const stay = () => setAsked(null);
  const discard = () => {
    for (const release of holds.current.keys()) release();
    setAsked(null);
    asked?.go();
  };
  return (
    <LeaveGuardContext value={guard}>
      {children}
      <Dialog
        open={asked !== null}
        onOpenChange={stay}
        title={asked?.title ?? ''}
        description={asked?.text}
        role="alertdialog"
      >
        <DialogActions>
          <Button onClick={discard}>{asked?.leave}</Button>
          <Button variant="primary" autoFocus onClick={stay}>
            {asked?.stay}
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
