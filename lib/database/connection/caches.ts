import { LRUCache } from 'lru-cache';

interface Registry {
  readonly caches: Set<{ clear(): void }>;
  /** The start of the server that the caches were filled from. */
  server?: string;
}

const globals = globalThis as unknown as { tilldeskCaches?: Registry };
// One a process, like the connections, also where a bundler loads this module twice.
globals.tilldeskCaches ??= { caches: new Set() };
const registry = globals.tilldeskCaches;

/**
 * Clears all caches where the server has started at another time than the one they were filled from: one
 * that has lost its last transactions, or a replica that took its place, uses their numbers again.
 */
export function clearCachesOnServerChange(server: string): void {
  if (server === registry.server) return;
  registry.server = server;
  for (const cache of registry.caches) cache.clear();
}

/** A cache of at most `max` values in this process's memory, cleared when the server changes. */
export function databaseCache<Value extends object>(max: number): LRUCache<string, Value> {
  const cache = new LRUCache<string, Value>({ max });
  registry.caches.add(cache);
  return cache;
}
