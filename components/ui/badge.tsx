import type { LucideIcon } from 'lucide-react';
import { classes } from '@/components/ui/classes';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** How a status is shown: tone, icon and label. */
export interface Status {
  tone: Tone;
  icon: LucideIcon;
  label: string;
  /** Somebody has to do something: it stands out by a fill. */
  needsAction?: boolean;
}

const ICON_TONES: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  idle: 'text-idle',
};

export const TONES: Record<Tone, string> = {
  ok: 'bg-ok-fill text-ok',
  warn: 'bg-warn-fill text-warn',
  bad: 'bg-bad-fill text-bad',
  info: 'bg-info-fill text-info',
  idle: 'bg-idle-fill text-idle',
};

/** A status in a table or beside a title: an icon and a plain word, filled where it needs somebody. */
export function Badge({
  status: { tone, icon: Icon, label, needsAction = false },
}: {
  status: Status;
}) {
  if (!needsAction) {
    return (
      <span className="inline-flex h-5 max-w-full shrink-0 items-center gap-1.5 align-bottom text-sm font-normal whitespace-nowrap">
        <Icon aria-hidden className={classes('size-3.5 shrink-0', ICON_TONES[tone])} />
        {/* Whose baseline is that of the badge beside other words. */}
        <span className="self-baseline truncate">{label}</span>
      </span>
    );
  }
  return (
    <span
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-control align-bottom px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      {label}
    </span>
  );
}
