// The words of the dialogs of saved views, loaded with them.

export const VIEW = {
  name: 'Name',
  nameHelp: 'For example: Past due, over $100.',
  share: 'Share with everyone in the organization',
  savedWhat: 'Saves the filters, sort order, and visible columns.',
  newTitle: 'Save view',
  editTitle: 'Rename or share view',
  save: 'Save view',
  saveChanges: 'Save',
  saved: 'View saved.',
  deleted: (name: string) => `Deleted “${name}”.`,
  deleteTitle: (name: string) => `Delete “${name}”`,
  deleteVerb: 'Delete',
  deleteOwn: 'Deletes 1 saved view. The list itself is not affected.',
  deleteShared:
    'Deletes 1 shared view for everyone in the organization. The list itself is not affected.',
};
