import type { Noun } from '@/components/data-table/texts';
import { formatCount, pluralize } from '@/components/ui/money';

// The words of the bar of a selection and of changes to many rows, loaded with it.

const counted = (count: number, noun: Noun) => pluralize(count, noun.one, noun.many);

export const BAR = {
  bar: 'Selection',
  selected: (count: number) => `${formatCount(count)} selected`,
  all: (total: number) => `Select all ${formatCount(total)}`,
  first: (max: number, total: number) =>
    `Select first ${formatCount(max)} of ${formatCount(total)}`,
  clear: 'Clear selection',
  actions: 'Actions',
  exportSelected: 'Export',
  tooManyToExport: (max: number) => `Select ${max} or fewer to export.`,
  allSkipped: (reason: string) => `All ${reason}.`,
  nothing: 'Select rows first.',
  couldNotSelect: (noun: Noun) => `Could not select all ${noun.many}.`,
};

export const BULK = {
  title: (verb: string, count: number, noun: Noun) => `${verb} ${counted(count, noun)}`,
  skipped: (count: number, reason: string) => `Skips ${formatCount(count)} ${reason}.`,
  counting: 'Counting what this affects…',
  running: (running: string, done: number, total: number) =>
    `${running} ${formatCount(done)} of ${formatCount(total)}`,
  stop: 'Stop',
  stopped: (done: string, count: number, left: number) =>
    `${done} ${formatCount(count)}. ${formatCount(left)} left.`,
  finished: (done: string, count: number, noun: Noun) => `${done} ${counted(count, noun)}.`,
  failed: (count: number) => `${formatCount(count)} failed.`,
  resume: (count: number) => `Resume ${formatCount(count)}`,
  retry: (count: number) => `Retry ${formatCount(count)}`,
  undo: 'Undo',
  close: 'Close',
  waiting: 'Rate limit reached. Continuing shortly…',
  couldNotCount: 'Could not count what this affects.',
  leave: {
    title: 'Stop and leave?',
    text: 'What is done stays done. The rest is left as it is.',
    leave: 'Stop and leave',
    stay: 'Keep going',
  },
};
