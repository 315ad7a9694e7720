export const AUDIT_TEXTS = {
  title: 'Audit log',
  firstRunTitle: 'Nothing has changed yet.',
  firstRunText:
    'Changes to settings, members, products, and prices appear here, with who made them. So do exports and sign-ins.',
  none: 'empty',
  to: 'changed to',
};
