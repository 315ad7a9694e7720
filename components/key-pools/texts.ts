import { formatCount, pluralize } from '@/components/ui/money';

export const POOL = {
  title: 'Your keys',
  noun: { one: 'key', many: 'keys' },
  filter: 'Show keys',
  all: 'All',
  free: (count: number) => `Free ${formatCount(count)}`,
  granted: (count: number) => `Handed out ${formatCount(count)}`,
  isFree: 'Free',
  isGranted: 'Handed out',
  none: 'No keys yet.',
  noneText:
    'Add keys that you have, such as codes of a game store. Each buyer gets the oldest free one.',
  noneShown: 'No keys match this filter.',
  export: 'Export as CSV',
} as const;

export const ADD = {
  open: 'Add keys',
  text: 'The oldest free key goes to the next buyer. Buyers who wait get theirs first.',
  keys: 'Keys',
  keysHelp: 'One per line, at most 10,000. Upload a file for more.',
  noKeys: 'Enter at least one key, or upload a file.',
  tooMany: 'Enter at most 10,000 keys, or upload a file.',
  tooLong: (place: number) => `Key ${formatCount(place)} has more than 1,000 characters.`,
  file: 'Upload a CSV file',
  fileHelp: 'With a column named key, and at most 100,000 rows.',
  choose: 'Choose a file of keys',
  verb: 'Add keys',
  uploading: (name: string) => `Uploading ${name}`,
  reading: (done: number, total: number) =>
    total === 0 ? 'Reading the file…' : `${formatCount(done)} of ${formatCount(total)} rows read.`,
  progress: 'Rows read',
  failed: 'The file was not read to its end.',
  failedUpload: 'The file didn’t arrive.',
} as const;

interface Outcome {
  added: number;
  repeated: number;
  rejected: number;
  weak: number;
}

const are = (count: number) => (count === 1 ? 'is' : 'are');

/** What became of keys that were added, a sentence each. */
export function outcomeOf({ added, repeated, rejected, weak }: Outcome): string[] {
  const sentences = [`${pluralize(added, 'key')} added.`];
  if (repeated > 0) {
    sentences.push(
      `${formatCount(repeated)} ${are(repeated)} here already, or in another benefit.`,
    );
  }
  if (rejected > 0) {
    sentences.push(`${formatCount(rejected)} ${are(rejected)} empty, too long, or unreadable.`);
  }
  if (weak > 0) {
    sentences.push(
      `${formatCount(weak)} ${are(weak)} short enough to be guessed. Buyers get ${weak === 1 ? 'it' : 'them'}, but your app can’t check ${weak === 1 ? 'it' : 'them'} with Tilldesk.`,
    );
  }
  return sentences;
}

export const LOW = {
  waiting: (count: number) =>
    `${pluralize(count, 'buyer')} ${count === 1 ? 'waits' : 'wait'} for a key.`,
  waitingText: 'Keys that you add go to them first, in the order of their purchases.',
  empty: 'No keys left.',
  emptyText: 'The next buyer has to wait for one.',
  low: (count: number) => `${pluralize(count, 'key')} left.`,
  lowText: 'Add keys before they run out.',
} as const;
