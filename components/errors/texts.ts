/** Words of the page that is shown instead of a broken one. */
export const BROKEN = {
  tab: 'Something went wrong',
  updated: 'Tilldesk was updated.',
  updatedText: 'Reload the page to use the new version.',
  broken: 'Something went wrong.',
  brokenText:
    'Your saved work is safe. Reload the page. If it happens again, contact whoever runs this Tilldesk.',
  reload: 'Reload',
  allOrganizations: 'All organizations',
} as const;
