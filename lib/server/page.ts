import type { IncomingMessage } from 'node:http';
import type { Outage } from '@/lib/database/connection/errors';

/** What a page's headers and status depend on, read before Next renders it. */
export interface Page {
  /** Headers of this page in addition to those of every page. */
  readonly headers: Readonly<Record<string, string>>;
  /** The origin that may embed the page in a frame. */
  readonly embedOrigin: string | null;
  /** Further sources that its content security policy allows, by directive: of those who take its payments. */
  readonly sources: Sources;
  /** The outage that prevents rendering it. */
  readonly outage: Outage | null;
}

/** Sources by the directive of a content security policy, such as `script-src`. */
export type Sources = Readonly<Record<string, readonly string[]>>;

/** Reads the {@link Page} of a request. */
export type PreparePage = (request: IncomingMessage) => Promise<Page>;

/** A page without special headers. */
export const PLAIN_PAGE: Page = { headers: {}, embedOrigin: null, sources: {}, outage: null };
