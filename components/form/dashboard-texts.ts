/** The words of the form kit in the dashboard, by the part that shows them. */

export const conflict = {
  title: 'Someone else saved changes while you were editing',
  text: 'Your changes aren’t saved yet. For each field, choose which version to keep, then save again.',
  field: 'Field',
  yours: 'Your version',
  theirs: 'Their version',
  keepYours: 'Keep yours',
  useTheirs: 'Use theirs',
  keepAll: 'Keep all of yours',
  useAll: 'Use all of theirs',
  yes: 'Yes',
  no: 'No',
  /** Fields that only somebody else changed; the form shows their values. */
  alsoChanged: (fields: string) =>
    `They also changed these fields, which are already updated here: ${fields}.`,
  merged: (fields: string) => `Someone else changed ${fields} meanwhile. Both changes are saved.`,
};

export const metadata = {
  label: 'Metadata',
  help: 'Only your team and your API calls see it.',
  add: (label: string) => `Add ${label.toLowerCase()}`,
  edit: (label: string) => `Edit ${label.toLowerCase()}`,
  save: 'Save metadata',
  saved: (label: string) => `${label} saved.`,
};

export const timeZone = {
  label: 'Time zone',
  help: 'Used for dates in lists and receipts.',
  search: 'Search by city, region, or offset',
};

export const country = {
  search: 'Search countries',
};

export const choices = {
  none: (text: string) => `No matches for “${text}”.`,
};

export const expiry = {
  label: 'Expiration',
  onDate: 'On a date',
  never: 'Never',
  lastDay: 'Last day',
  help: (zone: string) => `Valid through the end of this day, ${zone} time.`,
  choose: 'Choose a date.',
  inSteps: 'In',
  extendBy: 'Extend by',
};

export const orderedList = {
  moved: (name: string, place: number, count: number) => `${name}: ${place} of ${count}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
};
