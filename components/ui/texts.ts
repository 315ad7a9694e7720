/** Words of the parts that all pages share. */
export const UI = {
  apiRequest: 'API request',
  apiRequestFailed:
    'Could not load the API request. Check your connection and try again. If that doesn’t help, save your work and reload the page.',
  idempotencyKey: 'Idempotency-Key: a new UUID for each submission',
  moreActions: 'More actions',
  cancel: 'Cancel',
  copyAsCurl: 'Copy as curl',
  curlCopied: 'Copied the API call as curl.',
  curlNotCopied: 'The browser did not allow copying.',
  copyAsFetch: 'Copy as fetch',
  /** "this order" is "Order not found". */
  notFound: (what: string) => {
    const name = what.replace(/^(this|your|the) /, '');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} not found`;
  },
  notFoundText: 'It was deleted, or it belongs to an organization you’re not a member of.',
  /** "Orders" is "All orders". */
  allOf: (section: string) => `All ${section.toLowerCase()}`,
  datePlaceholder: 'MM/DD/YYYY',
  noDate: 'Enter a date, such as May 3, 2030.',
  timeOfDay: (label: string) => `Time of day: ${label}`,
  chooseDate: 'Choose a date',
  outOfDate: 'This may be out of date.',
} as const;

/** What a sandbox says wherever something is sold or signed in to. */
export const SANDBOX_NOTE = { name: 'Sandbox.', text: 'No real money moves.' } as const;
