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
  wrong: 'The email address or password is incorrect.',
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s.`,
  noAccount: 'No account yet?',
  haveAccount: 'Have an account?',
  createAccount: 'Create account',
  passwordHelp: (min: number) => `At least ${min} characters.`,
  closed:
    'New accounts are by invitation only. Sign up with your invitation link and the email it was sent to.',
} as const;

/** Words of the dialog that opens when a session has expired. */
export const EXPIRED = {
  title: 'Your session expired',
  text: 'Sign in to continue. Nothing on this page is lost.',
  leave: 'Go to the sign-in page',
  leaveText: 'instead and leave this one.',
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
