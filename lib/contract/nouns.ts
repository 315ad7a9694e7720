// Forms of the English nouns that resources are called: regular ones, which the names of all are.

/** Several of them: `checkout links`, `categories`, `boxes`. */
export function pluralOf(one: string): string {
  if (/[^aeiou]y$/.test(one)) return one.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}

/**
 * One of them, of what {@link pluralOf} answers. An ending that has two singulars gives the one of more names of
 * resources: `statuses` is of `status`, though `excuses` would be of `excuse`; `branches` of `branch`, though `caches`
 * would be of `cache`.
 */
export function singularOf(many: string): string {
  if (/[^aeiou]ies$/.test(many)) return many.replace(/ies$/, 'y');
  return many.replace(/(ss|[b-df-hj-np-tv-z]us|x|[tz]z|ch|sh)es$|s$/, '$1');
}

/** With the article that is heard before it: `an order`, `a unit`. */
export function oneOf(noun: string): string {
  const startsWithVowel =
    /^(?:[aeiou]|ho(?:ur|nou?r))/.test(noun) && !/^(?:eu|one|uni|us[aeiu])/.test(noun);
  return `${startsWithVowel ? 'an' : 'a'} ${noun}`;
}
