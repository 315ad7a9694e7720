// The words of the account page.

/** Words of the account page's list of organizations. */
export const MEMBERSHIPS = {
  title: 'Organizations',
  organization: 'Organization',
  empty: 'You are in no organization.',
  left: (name: string) => `You left ${name}.`,
} as const;

export const account = {
  picture: 'Picture',
  pictureNeedsOrganization:
    'Pictures are stored with an organization where you are an owner or admin. Create one first.',
  title: 'Account',
  profile: 'Profile',
  name: 'Name',
  email: 'Email',
  tokens: 'Personal access tokens',
  organizations: 'Organizations',
  change: 'Change',
  changeName: 'Change name',
  nameChanged: 'Name changed.',
  save: 'Save',
  changeEmail: 'Change email',
  changeEmailText:
    'We send a link to the new address. Your email changes when you open it and confirm.',
  newEmail: 'New email',
  emailSent: (email: string) => `We sent a link to ${email}. Open it within 24 hours to confirm.`,
  done: 'Done',
  sendLink: 'Send link',
  password: 'Password',
  passwordText: 'Changing it signs you out on all other devices.',
  noPassword: 'You have no password yet. Set one to sign in with your email.',
  changePassword: 'Change password',
  setPassword: 'Set password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  tokensRemain:
    'Your personal access tokens keep working. Revoke those you don’t recognize or no longer use.',
  moreTokens: (count: number) => `And ${count} more, on the account page.`,
  tokenCreated: 'Created',
  passwordChanged: 'Password changed. All other devices are signed out.',
  sessions: 'Devices',
  sessionsText: 'Browsers where you are signed in. A session ends after 7 days without use.',
  device: 'Device',
  lastUsed: 'Last used',
  signedIn: 'Signed in',
  address: 'IP address',
  thisDevice: 'This device',
  now: 'Now',
  unknownDevice: 'Unknown device',
  browserOn: (browser: string, os: string) => `${browser} on ${os}`,
  signOut: 'Sign out',
  signOutOne: (device: string) => `Sign out ${device}`,
  signedOut: 'The device is signed out.',
  notSignedOut: 'Could not sign out the device.',
  signOutOthers: 'Sign out all other devices',
  signOutVerb: 'Sign out',
  signingOutOthers: (count: number) =>
    count === 1
      ? 'Signs you out on 1 other device. Unsaved changes there are lost.'
      : `Signs you out on ${count} other devices. Unsaved changes there are lost.`,
  othersSignedOut: 'All other devices are signed out.',
};

/** Words of the account page's part about two-factor authentication. */
export const TWO_FACTOR = {
  title: 'Two-factor authentication',
  off: 'Ask for a code from an authenticator app when you sign in, so your password alone isn’t enough.',
  offWithPasskey:
    'Signing in takes a passkey. Add an authenticator app as another way, with recovery codes in case you lose both.',
  on: 'On. Signing in takes a code from your authenticator app.',
  onWithPasskey: 'On. Signing in takes a code from your authenticator app, or a passkey.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turningOff:
    'Your password alone will be enough to sign in. Your authenticator app and recovery codes stop working.',
  turningOffWithPasskey:
    'Signing in will take a passkey. Your authenticator app and recovery codes stop working.',
  turnedOff: 'Your authenticator app is off.',
  turnedOn: 'Two-factor authentication is on.',
  scan: 'Scan this code with your authenticator app, such as 1Password, Google Authenticator or iCloud Passwords.',
  byHand: 'Can’t scan it? Enter this key in the app:',
  copyKey: 'Copy the key',
  theQrCode: 'the key for your authenticator app',
  code: 'Code from the app',
  codeHelp:
    'The 6 digits it shows for Tilldesk. Two-factor authentication is on once you enter them.',
  codesTitle: 'Save your recovery codes',
  codesText:
    'If you lose your phone, each of these signs you in once. They are shown only now: keep them somewhere safe.',
  codesLeft: (count: number) => `${count} of 10 recovery codes left.`,
  fewLeft: (count: number) =>
    count === 0
      ? 'No recovery codes left. Get new ones so you can still sign in if you lose your phone.'
      : `Only ${count === 1 ? '1 recovery code' : `${count} recovery codes`} left. Get new ones soon.`,
  newCodes: 'New recovery codes',
  replacing: 'Your present recovery codes stop working.',
  copyCodes: 'Copy codes',
  download: 'Download',
} as const;

export const PASSKEYS = {
  title: 'Passkeys',
  none: 'Sign in with your fingerprint, face or screen lock instead of your password. Once you have a passkey, your password alone isn’t enough.',
  some: 'Each of these signs you in by itself. Your password alone isn’t enough.',
  onlyOne:
    'Add another passkey or an authenticator app, so you can still sign in if you lose this one.',
  add: 'Add a passkey',
  addText:
    'Your browser asks where to keep it: on this device, in a password manager or on a security key.',
  name: 'Name',
  nameHelp:
    'To tell it from others, such as “Work laptop”. Left empty, it’s your browser and system.',
  added: 'Passkey added.',
  notMade: 'No passkey was created. Try again.',
  known: 'This device or password manager already has a passkey for your account.',
  addedOn: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  remove: 'Remove',
  removeOne: (name: string) => `Remove the passkey ${name}`,
  removing: 'It no longer signs you in. Delete it from your device or password manager as well.',
  removingLast:
    'Your password alone will be enough to sign in. Delete the passkey from your device or password manager as well.',
  removed: 'Passkey removed.',
} as const;

/** Words of the account page's part about its deletion. */
export const DELETE_ACCOUNT = {
  title: 'Delete account',
  verb: 'Delete',
  text: 'Removes you from your organizations. Their products, sales, and customers stay.',
  effects:
    'Signs you out everywhere and removes your personal access tokens, connected apps, OAuth apps, and memberships. You can’t undo this.',
} as const;
