/** Words of signing in and up, in the pages and in the dialog over a page. */
export const SESSION = {
  signIn: 'Sign in',
  signUp: 'Sign up',
  email: 'Email',
  password: 'Password',
  name: 'Name',
  show: 'Show',
  hide: 'Hide',
  /** Completes both for screen readers. */
  thePassword: ' password',
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s.`,
  noAccount: 'No account yet?',
  haveAccount: 'Have an account?',
  createAccount: 'Create account',
  passwordHelp: (min: number) => `At least ${min} characters.`,
  closed:
    'New accounts are by invitation only. Sign up with your invitation link and the email it was sent to.',
  forgot: 'Forgot password?',
} as const;

/** Words of the pages that send links by email, and that those links open. */
export const LINKS = {
  checkTitle: 'Check your email',
  signedUp: (email: string) =>
    `We sent a link to ${email}. Open it within 24 hours to confirm your address and get started.`,
  sendAgain: 'Send again',
  sentAgain: 'If the address needs confirming, another link is on its way.',
  notThere: 'No email after a few minutes? Check your spam folder.',
  backToSignIn: 'Back to sign in',
  forgotTitle: 'Reset your password',
  forgotText: 'Enter your email and we’ll send you a link to set a new password.',
  sendLink: 'Send link',
  resetSent: (email: string) =>
    `If ${email} has an account, we sent it a link to set a new password. It works for 1 hour.`,
  noMail: 'This installation doesn’t send email. Ask whoever runs it for a sign-in link.',
  resetTitle: 'Set a new password',
  resetText: (email: string) => `For ${email}. You’ll be signed out on all other devices.`,
  setPassword: 'Set password',
  newPassword: 'New password',
  keepTokens: 'Personal access tokens to keep',
  keepApps: 'Connected apps to keep',
  keepHelp: {
    keep_tokens: 'The others are revoked. Keep only those you created yourself and still use.',
    keep_apps: 'The others are disconnected. Keep only those you connected yourself and still use.',
  },
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  confirmTitle: 'Confirm your email',
  confirmText: (email: string) => `Confirm that ${email} is your address.`,
  confirmPasswordText:
    'You opened this link in a browser we don’t know. Enter the password of your account to continue.',
  confirm: 'Confirm email',
  confirmedTitle: 'Your email is confirmed',
  confirmedText: 'This address was confirmed before. Sign in to continue.',
  signInLinkTitle: 'Sign in to Tilldesk',
  signInLinkText: 'This link works once.',
  usedTitle: 'This link no longer works',
  usedText: 'It was used or has expired. Ask for a new one.',
  askAgain: 'Get a new link',
} as const;

/** Words of the dialog that opens when a session has expired. */
export const EXPIRED = {
  title: 'Your session expired',
  text: 'Sign in to continue. Nothing on this page is lost.',
  leave: 'Go to the sign-in page',
  leaveText: 'instead and leave this one.',
} as const;

/** Words of what asks for a code, where two-factor authentication is on. */
export const FACTOR = {
  title: 'Two-factor authentication',
  text: 'Your account needs one more step to sign you in.',
  code: 'Code',
  codeHelp: 'The 6 digits for Tilldesk in your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryHelp: 'One of the 10 codes you saved when you turned it on. Each works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use your authenticator app',
  continue: 'Continue',
} as const;

/** Words of what asks for a passkey. */
export const PASSKEY = {
  signIn: 'Sign in with a passkey',
  use: 'Use a passkey',
  notUsed: 'No passkey was used. Try again, or choose another way.',
  needsHostName:
    'Passkeys don’t work at an IP address. Ask whoever runs this installation for its host name.',
  missing: 'This browser can’t use passkeys here. Try another one, over https.',
} as const;

/** Words of the dialog that asks who is at the keyboard, before a change that needs it. */
export const CONFIRM = {
  title: 'Confirm it’s you',
  text: 'You signed in a while ago. Confirm to continue; you won’t be asked again for a few minutes.',
  confirm: 'Confirm',
  usePassword: 'Use your password',
  signInAgain:
    'Your account has no password, authenticator app or passkey. Sign out, then sign in again to continue.',
} as const;

/** Words of the page that an invitation's link opens. */
export const INVITATION = {
  join: (organization: string) => `Join ${organization}`,
  invited: (organization: string, role: string, email: string) =>
    `You are invited to join ${organization} as ${role}, with the email ${email}.`,
  accept: 'Accept invitation',
  signedInAs: (email: string) =>
    `You are signed in as ${email}. Sign out, then sign in with the invited email.`,
  signOut: 'Sign out',
} as const;
