import type { QueryClient } from '@tanstack/react-query';
import { tagsOf } from '@/components/session/live-tags';
import { call } from '@/lib/client/client';
import { followEvents, type LiveEvent } from '@/lib/client/live';
import { invalidateShown } from '@/lib/client/queries';
import type { AnyOperation } from '@/lib/contract/contract';
import { plainEndpoints } from '@/lib/contract/plain-endpoints';

/** Several events that come together are one reading. */
const GATHER_MS = 50;
/** Not more often than this is what is shown read again; with the reading itself a change is there within a second. */
const LEAST_MS = 500;
/** Where changes follow one another, reading takes one part in this many of the time; the rest is for what a seller does. */
const SHARE = 3;
/** Of a reading that does not end. */
const MOST_MS = 5000;

/** Loads again what is shown of an organization when its events say that it has changed; the result ends that. */
export function startLiveUpdates(client: QueryClient, organizationId: string): () => void {
  const changed = new Set<string>();
  let isLost = false;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let pause = LEAST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    timer = undefined;
    // A page that nobody looks at is loaded when somebody does.
    if (document.hidden || (changed.size === 0 && !isLost)) return;
    // What somebody decides on in a dialog stays as it was shown: the answer says where it has changed since.
    if (document.querySelector('[role=dialog], [role=alertdialog]')) {
      timer = setTimeout(load, LEAST_MS);
      return;
    }
    const startedAt = performance.now();
    loadedAt = startedAt;
    pause = MOST_MS;
    void (isLost ? client.invalidateQueries() : invalidateShown(client, [...changed])).then(() => {
      if (loadedAt !== startedAt) return;
      const tookMs = performance.now() - startedAt;
      pause = Math.min(MOST_MS, Math.max(LEAST_MS, SHARE * tookMs));
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      plan();
    });
    changed.clear();
    isLost = false;
  };
  const plan = () => {
    timer ??= setTimeout(load, Math.max(GATHER_MS, loadedAt + pause - performance.now()));
  };
  const note = ({ type }: Pick<LiveEvent, 'type'>) => {
    for (const tag of tagsOf(type)) changed.add(tag);
    plan();
  };
  const stop = followEvents(organizationId, {
    // What has happened since the page was made, and before its events were told.
    onOpen: () => void eventsSince(client, organizationId).then((events) => events.forEach(note)),
    onEvent: note,
    onLost: () => {
      isLost = true;
      plan();
    },
  });
  document.addEventListener('visibilitychange', plan);
  return () => {
    stop();
    clearTimeout(timer);
    // A reading that ends later plans no other.
    timer = undefined;
    document.removeEventListener('visibilitychange', plan);
  };
}

/** The events since the oldest of what a page shows was read; none where they cannot be read. */
async function eventsSince(client: QueryClient, organizationId: string): Promise<LiveEvent[]> {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.dataUpdatedAt > 0 })
    .map(({ state }) => state.dataUpdatedAt);
  if (times.length === 0) return [];
  const since = new Date(Math.min(...times)).toISOString();
  const operation: AnyOperation = plainEndpoints('events').list;
  const query = { organization_id: [organizationId], created_after: since, limit: 100 };
  const found = await call(operation, { query } as object).catch(() => ({ items: [] }));
  return (found as { items: LiveEvent[] }).items;
}
