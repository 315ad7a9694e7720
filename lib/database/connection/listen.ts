import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { logOutage } from '@/lib/database/connection/errors';
import { directConnection } from '@/lib/database/connection/session';

/** Payloads of notifications on a channel; null where some may have been missed, as before a connection. */
export type Hear = (payload: string | null) => void;

/** A connection that listens until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

const PAUSE_MS = 1000;

/**
 * Hears notifications of PostgreSQL by a connection of its own to DIRECT_DATABASE_URL, which is opened again where it
 * breaks. Behind a pooler without that setting the connection opens and hears nothing, so whoever listens also looks
 * by himself now and then.
 *
 * @param channels what to do with the payloads of each, by their names
 */
export function startListening(channels: Readonly<Record<string, Hear>>): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listen = async () => {
    const client = new pg.Client(directConnection());
    const broken = new AbortController();
    const lose = () => broken.abort();
    client.on('error', lose).on('end', lose);
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    try {
      await client.connect();
      for (const name of Object.keys(channels)) await client.query(`LISTEN ${name}`);
      for (const hear of Object.values(channels)) hear(null);
      const over = AbortSignal.any([signal, broken.signal]);
      if (!over.aborted) await once(over, 'abort');
    } finally {
      await client.end().catch(() => {});
    }
  };
  const keepListening = async () => {
    while (!signal.aborted) {
      await listen().catch(logOutage);
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = keepListening();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
