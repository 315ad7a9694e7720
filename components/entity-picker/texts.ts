// The words of entity-picker, by file.

export const ENTITY_FIELD = {
  chooseA: (one: string | number) => `Choose a ${one}`,
  couldNotBeLoaded: (noun: string) => `The ${noun} could not be loaded`,
};

export const ENTITY_PICKER = {
  search: (many: string | number) => `Search ${many}`,
  couldNotLoad: (many: string | number) => `Could not load ${many}.`,
  noMatches: (one: string | number, searched: string | number) =>
    `No ${one} matches “${searched}”.`,
  thereAreNoYet: (many: string | number) => `There are no ${many} yet.`,
  ofTypeToNarrow: (count: string | number, count2: string | number, many: string | number) =>
    `${count} of ${count2} ${many}. Type to narrow.`,
};
