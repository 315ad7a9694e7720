import { addDays, dayOf, dayStart } from '@/lib/contract/times';

/** Spans of whole days that end now. */
export const DATE_PRESETS = ['today', 'week', 'month', 'thisMonth'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

/** The moment at which a span begins: the first minute of its first day in a zone. */
export function presetStart(preset: DatePreset, now: number, zone: string): string {
  const today = dayOf(new Date(now).toISOString(), zone);
  if (preset === 'thisMonth') return dayStart(`${today.slice(0, 8)}01`, zone);
  return dayStart(addDays(today, -DAYS_BEFORE[preset]), zone);
}

/** The span that begins at a moment. */
export function presetAt(moment: string, now: number, zone: string): DatePreset | undefined {
  return DATE_PRESETS.find(
    (preset) => Date.parse(presetStart(preset, now, zone)) === Date.parse(moment),
  );
}
