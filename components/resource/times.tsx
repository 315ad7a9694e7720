import { createdColumn, updatedColumn } from '@/components/data-table/time-columns';
import type { PresentedField } from '@/components/resource/presentation';
import { Time } from '@/components/ui/time';

/** When it was created: a day in the list, with its time among the facts. */
export function created({
  label = 'Created',
  ...column
}: { label?: string } & Omit<Parameters<typeof createdColumn>[0], 'header'> = {}): PresentedField<{
  created_at: string;
}> {
  return {
    label,
    column: createdColumn({ header: label, ...column }),
    fact: ({ created_at }) => <Time value={created_at} show="datetime" />,
  };
}

/** When it was last changed: a column that is hidden at first, and a fact once there was a change. */
export function updated({
  label = 'Updated',
  ...column
}: {
  label?: string;
  width?: number;
} = {}): PresentedField<{ modified_at: string | null }> {
  return {
    ...updatedFact(label),
    column: updatedColumn({ header: label, ...column }),
  };
}

/** The same where the list has no column for it. */
export function updatedFact(label = 'Updated'): PresentedField<{ modified_at: string | null }> {
  return {
    label,
    fact: ({ modified_at }) => modified_at !== null && <Time value={modified_at} show="datetime" />,
  };
}
