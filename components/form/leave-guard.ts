// One form at a time may ask before its page is left. Links, Back, reload and shortcuts all come here.

type Leave = () => void;
type Guard = (leave: Leave) => void;

const guards = new Set<Guard>();

/** Goes on at once, or after the form with unsaved changes was given up. */
export function confirmThenLeave(leave: Leave): void {
  const [guard] = guards;
  if (guard) guard(leave);
  else leave();
}

/** Watches every way off the page while a form is dirty; returns how to stop. */
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

/** The Navigation API, where the browser has it: without it Back is the one way that is not watched. */
function navigationOf(): NavigationLike | undefined {
  return (window as unknown as { navigation?: NavigationLike }).navigation;
}
