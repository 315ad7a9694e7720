// Every format of dates, numbers and lists, in en-US. A page is rendered on the server and again in the browser, whose
// versions of ICU print other characters in one and the same format (thin and no-break spaces around "–" and before
// "PM", other names of some countries): hydration would fail. So what differs is fixed here, and scripts/structure.ts keeps `Intl` and `toLocaleString`
// out of all other files.

const LOCALE = 'en-US';

/** Text with plain spaces in place of thin, narrow no-break and no-break ones. */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u2009\u202f\u00a0]/g, ' ');
}

/** A cache of formats, which are slow to make, by their options. */
function memoized<Options, Format>(
  make: (options: Options) => Format,
): (options: Options) => Format {
  const made = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? make(options);
    made.set(key, format);
    return format;
  };
}

/** A format of moments, in the zone of its options. An offset of none is `GMT`, which some versions write `GMT+0`. */
export const dateFormat = memoized((options: Intl.DateTimeFormatOptions & { timeZone: string }) => {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (moment: Date | string | number) =>
    withPlainSpaces(format.format(new Date(moment))).replace(/GMT\+0$/, 'GMT');
});

/**
 * A format of numbers. Compact ones have no zeros at their end: `$1K`, which some versions write `$1.0K`. What is below
 * zero has the minus sign, as wide as a digit, in place of the hyphen.
 */
export const numberFormat = memoized((options: Intl.NumberFormatOptions) => {
  const compact = options.notation === 'compact' ? { minimumFractionDigits: 0 } : {};
  const format = new Intl.NumberFormat(LOCALE, { ...compact, ...options });
  return (value: number) => withPlainSpaces(format.format(value)).replace('-', '−');
});

/** A moment as the clocks of a zone show it: `2026-05-03 16:05:12`, which is how Swedish writes it. */
export const localTimeFormat = memoized((timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (moment: string) => withPlainSpaces(format.format(new Date(moment)));
});

const YEAR = dateFormat({ year: 'numeric', timeZone: 'UTC' });
const MONTH = dateFormat({ year: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH_DAY = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY = dateFormat({ day: 'numeric', timeZone: 'UTC' });
const FULL = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Days of UTC, both inclusive, each part once: `Nov 2 – 8, 2026`, `Oct 24 – Nov 22, 2026`. */
export function formatDays(start: Date, end: Date): string {
  if (FULL(start) === FULL(end)) return FULL(start);
  if (MONTH(start) === MONTH(end)) return `${MONTH_DAY(start)} – ${DAY(end)}, ${YEAR(end)}`;
  return `${YEAR(start) === YEAR(end) ? MONTH_DAY(start) : FULL(start)} – ${FULL(end)}`;
}

/** Currencies whose sign only newer versions know. */
const SHOWN_BY_CODE: readonly string[] = ['XCG'];

/** How amounts in a currency, by its code in capitals, are marked. */
export function currencyStyle(currency: string) {
  const currencyDisplay = SHOWN_BY_CODE.includes(currency) ? 'code' : 'symbol';
  return { style: 'currency', currency, currencyDisplay } as const;
}

/** The sign of a currency beside an amount, in capitals: `$` of `USD`. */
export const currencySymbol = memoized((currency: string) => {
  const format = new Intl.NumberFormat(LOCALE, currencyStyle(currency));
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return withPlainSpaces(sign ?? currency);
});

const LIST = new Intl.ListFormat(LOCALE);

/** With a capital at its start: "custom field" is "Custom field". */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `a, b, and c`. */
export function formatList(items: Iterable<string>): string {
  return withPlainSpaces(LIST.format(items));
}

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

/** `3 hours ago`, `in 2 days`. */
export function formatAgo(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return withPlainSpaces(RELATIVE.format(count, unit));
}

const REGIONS = new Intl.DisplayNames(LOCALE, { type: 'region' });

/** Names of which browsers and older versions have others. */
const FIXED_REGIONS: Readonly<Record<string, string>> = {
  FK: 'Falkland Islands',
  HK: 'Hong Kong SAR China',
  MM: 'Myanmar (Burma)',
  MO: 'Macao SAR China',
  PS: 'Palestinian Territories',
  TR: 'Türkiye',
};

/** `Germany` for `DE`; undefined where there is no such country. */
export function regionName(code: string): string | undefined {
  try {
    return FIXED_REGIONS[code] ?? REGIONS.of(code);
  } catch {
    return undefined;
  }
}

/** The region that a language names: `DK` of `da-DK`; undefined of `da`, and of what some browsers call one, as `en-US@posix`. */
export function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** The zone that the browser, or the server's system, is set to, by the name that it has there. */
export function detectedZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every IANA time zone that this browser or server lists, by the names that it has there. */
export function listedZones(): string[] {
  return Intl.supportedValuesOf('timeZone');
}

/** Whether a name is that of an IANA time zone; offsets are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
