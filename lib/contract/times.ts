const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** A moment as the clocks of a zone show it: `2026-05-03 16:05:12`. */
export function printLocalTime(moment: string, zone: string): string {
  let format = FORMATS.get(zone);
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    FORMATS.set(zone, format);
  }
  return format.format(new Date(moment));
}
