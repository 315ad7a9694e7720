// Confirms leaving a page with unsaved changes, by a link, Back, reload or shortcut. One form at a time.

type Leave = () => void;
type Guard = (leave: Leave) => void;

const guards = new Set<Guard>();

/** Runs `leave` at once, or after the seller has confirmed to discard unsaved changes. */
export function confirmThenLeave(leave: Leave): void {
  const [guard] = guards;
  if (guard) guard(leave);
  else leave();
}

/** Intercepts navigation away from the page while a form is dirty; returns a function that stops it. */
export function guardNavigation(ask: Guard): () => void {
  guards.add(ask);
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || !leavesHere(event, link)) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => link.click());
  };
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  const onNavigate = (event: NavigateEventLike) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || event.hashChange) return;
    event.preventDefault();
    const { key } = event.destination;
    ask(() => navigationOf()?.traverseTo(key));
  };
  document.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', onUnload);
  navigationOf()?.addEventListener('navigate', onNavigate);
  return () => {
    guards.delete(ask);
    document.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('beforeunload', onUnload);
    navigationOf()?.removeEventListener('navigate', onNavigate);
  };
}

function leavesHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const isOwn = link.origin === window.location.origin && link.target !== '_blank';
  const isElsewhere =
    link.pathname + link.search !== window.location.pathname + window.location.search;
  return isPlain && isOwn && isElsewhere && !link.hasAttribute('download');
}

interface NavigateEventLike extends Event {
  navigationType: string;
  hashChange: boolean;
  destination: { key: string };
}

interface NavigationLike {
  traverseTo(key: string): void;
  addEventListener(type: 'navigate', listener: (event: NavigateEventLike) => void): void;
  removeEventListener(type: 'navigate', listener: (event: NavigateEventLike) => void): void;
}

/** The Navigation API, if the browser has it; without it Back cannot be intercepted. */
function navigationOf(): NavigationLike | undefined {
  return (window as unknown as { navigation?: NavigationLike }).navigation;
}
