// The words of members, invitations and roles, and of leaving an organization.

export const members = {
  note: 'Owners and admins manage members and invitations.',
  intro: (name: string) => `People with access to ${name}.`,
  invite: 'Invite',
  invitations: 'Pending invitations',
  noInvitations: 'No pending invitations.',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  joined: 'Joined',
  expires: 'Expires',
  you: '(you)',
  roleOf: (name: string) => `Role of ${name}`,
  leave: 'Leave',
  leaveThis: 'Leave the organization',
  leaveOne: (organization: string) => `Leave ${organization}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
  leaving:
    'You lose access immediately and need a new invitation to return. Invitations you sent stop working. The organization’s API tokens keep working.',
  removing:
    'They lose access immediately, and invitations they sent stop working. The organization’s API tokens keep working.',
  changeRole: 'Change role',
  roleChanged: 'Role changed.',
  make: (who: string, role: string) => `Make ${who} ${role === 'member' ? 'a' : 'an'} ${role}`,
  yourself: 'yourself',
  endedInvitations: 'Invitations they sent for roles they can no longer give stop working.',
  ownEndedInvitations: 'Invitations you sent for roles you can no longer give stop working.',
  notUndone: 'You can’t undo this yourself.',
  inviteAgain: 'Invite again',
  inviteOneAgain: (email: string) => `Invite again: ${email}`,
  withdraw: 'Withdraw',
  withdrawOne: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawing: 'The link stops working immediately.',
  withdrawn: 'Invitation withdrawn.',
  linkTitle: 'Invitation link',
  linkText: (email: string) =>
    `Send this link to ${email}: it works once, for 7 days, and is not shown again.`,
  inviteTo: (organization: string) => `Invite to ${organization}`,
  replaces: 'Creates a new link. The earlier one stops working.',
  linkMailed: (email: string) =>
    `We’re emailing the invitation to ${email}. This link is for you to pass on in case it doesn’t arrive: it works once, for 7 days, and is not shown again.`,
  sendYourself: 'Creates a link for you to send: no mail server is set up.',
  isMailed: 'We email the invitation. You get a link too, in case the email doesn’t arrive.',
  sendInvitation: 'Send invitation',
  emailHelp: 'The link works for an account with this address.',
  createLink: 'Create link',
  roles: 'Roles',
  lastOwner:
    'Every organization keeps at least one owner. To leave as the last owner, make someone else an owner first.',
};

export const INVITE_DIALOG = {
  invitation: 'Invitation',
};

export const ROLES = {
  owner: 'Owner',
  canDoEverything: 'Can do everything.',
  admin: 'Admin',
  canDoEverythingExcept: 'Can do everything except manage owners and delete the organization.',
  member: 'Member',
  canViewEverythingAnd:
    'Can view everything, and create and edit customers, checkouts, and license keys.',
};
