import { isbot } from 'isbot';

/**
 * Tools that somebody runs against his own links, to try them out or to watch them. isbot lists them with the
 * crawlers.
 */
const TOOLS =
  /^(?:aiohttp|axios|curl|go-http-client|got|httpie|insomnia|node|node-fetch|okhttp|playwright|postmanruntime|python-\w+|undici)(?:[/ ]|$)|^mozilla\/5\.0$/i;
const DRIVEN_BROWSER = /Headless(?=Chrome\/)| (?:Cypress|Electron)\/\S+/g;

/**
 * Whether nobody looks at the answer of a GET yet: it is a HEAD request, a browser loads it in advance, or it
 * comes from a known crawler. What a visit would write is not written for it.
 */
export function isAutomated({ method, headers }: Request): boolean {
  const isAhead = isPrefetch(headers) || isPrerender(headers);
  return method === 'HEAD' || isAhead || isKnownBot(headers.get('user-agent') ?? '');
}

/** A browser loads the page in advance, and runs it when somebody opens it. */
export function isPrefetch(headers: Headers): boolean {
  return purposeOf(headers).includes('prefetch') && !isPrerender(headers);
}

/** A browser loads the page in advance, and runs it at once. */
function isPrerender(headers: Headers): boolean {
  return /prerender|preview/.test(purposeOf(headers));
}

/** The standard header, and those of older browsers. */
function purposeOf(headers: Headers): string {
  const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
  return names.map((name) => headers.get(name)?.toLowerCase() ?? '').join(' ');
}

function isKnownBot(userAgent: string): boolean {
  return !TOOLS.test(userAgent) && isbot(userAgent.replaceAll(DRIVEN_BROWSER, ''));
}
