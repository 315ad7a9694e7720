import type { IncomingMessage } from 'node:http';
import type { Outage } from '@/lib/database/connection/errors';

/** What is known of a page before Next renders it. */
export interface Page {
  /** Headers of this page beside those of all. */
  readonly headers: Readonly<Record<string, string>>;
  /** The origin that may show the page in a frame. */
  readonly embedOrigin: string | null;
  /** Why it cannot be made for now. */
  readonly outage: Outage | null;
}

/** Looks up what is to be known of the page that a request asks for. */
export type PreparePage = (request: IncomingMessage) => Promise<Page>;

/** A page of which nothing special is known. */
export const PLAIN_PAGE: Page = { headers: {}, embedOrigin: null, outage: null };
