/** Words of the frame around an organization's pages: navigation, menus, palette, shortcuts, API calls. */
export const SHELL = {
  moreActions: 'More actions',
  switchOrganization: 'Switch organization',
} as const;
