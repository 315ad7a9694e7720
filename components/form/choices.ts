/** One of a long list that is searched by typing. */
export interface SearchableChoice {
  value: string;
  label: string;
  /** Shown behind the label. */
  detail?: string;
  /** Further words that it is found by. */
  keywords?: string;
}

/** Letters without their accents, in lower case, and the hyphen for the minus sign. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('−', '-').toLowerCase();
}

/** The choices that have every word of the text; those that begin with it come first. */
export function matchingChoices<C extends SearchableChoice>(
  choices: readonly C[],
  text: string,
): readonly C[] {
  const searched = plain(text).trim();
  const words = searched.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return choices;
  const found = choices.filter(({ label, detail = '', keywords = '' }) => {
    const all = plain(`${label} ${detail} ${keywords}`);
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: C) => plain(label).startsWith(searched);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}
