import { dateFormat } from '@/lib/contract/formats';

const DATE = { dateStyle: 'long' } as const;
const MOMENT = { dateStyle: 'long', timeStyle: 'short' } as const;

/** A day as the clocks of a zone show it: `May 3, 2026`. */
export function printDate(moment: string, timeZone: string): string {
  return dateFormat({ ...DATE, timeZone })(moment);
}

/** The same with the time: `May 3, 2026 at 4:05 PM UTC`. */
export function printMoment(moment: string, timeZone: string): string {
  return `${dateFormat({ ...MOMENT, timeZone })(moment)} ${timeZone}`;
}
