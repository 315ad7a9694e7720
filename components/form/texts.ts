/** The words of those parts of the form kit that hosted pages and lists load too. */

/** Below an empty text field that has to be filled in: "Enter a name.", "Enter an API key.", "Enter your email." */
export function enterThe(label: string, isOwn = false): string {
  // Abbreviations keep their capitals: "Role ID" is "role ID", "URL" stays.
  const name = /^\p{Lu}\p{Ll}/u.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label;
  return `Enter ${isOwn ? 'your' : /^[aeio]/i.test(name) ? 'an' : 'a'} ${name}.`;
}

export const numbers = {
  /** An empty field, to whom compares two versions. */
  empty: 'Empty',
  percentage: 'Enter a percentage from 0.01 to 100, such as 25.',
};

/** Where the caller's role does not allow something. */
export const rights = {
  ownersAndAdminsOnly: 'Owners and admins only.',
} as const;
