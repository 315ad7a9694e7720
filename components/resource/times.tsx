import {
  CREATED,
  createdColumn,
  UPDATED,
  updatedColumn,
} from '@/components/data-table/time-columns';
import type { PresentedField } from '@/components/resource/presentation';
import { Time } from '@/components/ui/time';

/** When it was created: a day in the list, with its time among the facts. */
export function created(
  column: Pick<Parameters<typeof createdColumn>[0], 'width' | 'show'> = {},
): PresentedField<{ created_at: string }> {
  return {
    label: CREATED,
    column: createdColumn(column),
    fact: ({ created_at }) => <Time value={created_at} show="datetime" />,
  };
}

/** When it was last changed: a column that is hidden at first, and a fact once there was a change. */
export function updated(): PresentedField<{ modified_at: string | null }> {
  return { ...updatedFact(), column: updatedColumn() };
}

/** The same where the list has no column for it. */
export function updatedFact(): PresentedField<{ modified_at: string | null }> {
  return {
    label: UPDATED,
    fact: ({ modified_at }) => modified_at !== null && <Time value={modified_at} show="datetime" />,
  };
}
