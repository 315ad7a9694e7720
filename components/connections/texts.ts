import { pluralize } from '@/components/ui/money';

// Words of the settings page of the connections with GitHub and Discord.

export const CONNECTIONS = {
  intro:
    'Connect the accounts that your benefits give access to: private GitHub repositories and Discord roles.',
  note: 'Only owners and admins change connections.',
  connected: 'Connected',
  broken: 'Needs reconnecting',
  lastRead: 'Last read',
  readAgain: 'Read again',
  readOneAgain: (name: string) => `Read again: ${name}`,
  wasRead: (name: string) => `${name} read again.`,
  notRead: (name: string) => `Could not read ${name}.`,
  reconnect: 'Reconnect',
  reconnectOne: (name: string) => `Reconnect ${name}`,
  reconnected: (name: string) => `${name} reconnected.`,
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  disconnected: (name: string) => `${name} disconnected.`,
  callback: 'Callback URL',
  copyCallback: 'Copy the callback URL',
  /** For a field of the dialog that reconnects. */
  stays: 'Leave blank to keep the current one.',
} as const;

/** What disconnecting does; `uses` is null where it could not be counted. */
export function disconnectEffects(platform: string, uses: number | null): string {
  const users =
    uses === null
      ? 'Benefits that use it stop working.'
      : uses === 0
        ? 'No benefit uses it.'
        : `${pluralize(uses, 'benefit')} ${uses === 1 ? 'uses' : 'use'} it.`;
  return `${users} Customers keep the access they have on ${platform}: nothing more is granted or revoked there.`;
}

export const GITHUB = {
  platform: 'GitHub',
  title: 'GitHub organizations',
  what: 'the GitHub organizations',
  list: 'GitHub organizations',
  connect: 'Connect GitHub',
  connected: (name: string) => `${name} connected.`,
  empty: 'No GitHub organization is connected.',
  emptyText: 'Connect one to sell access to its private repositories.',
  repositories: (count: number) => pluralize(count, 'repository', 'repositories'),
  connectText: 'The token is encrypted, and never shown again.',
  name: 'Organization',
  nameHelp: 'Its name in its address: github.com/name. Personal accounts can’t be connected.',
  token: 'Access token',
  tokenHelp:
    'A fine-grained personal access token. An owner of the organization makes it in GitHub under Settings → Developer settings: choose the organization as resource owner, the repositories to sell, and the permissions “Administration: Read and write” (repository) and “Members: Read” (organization).',
  signIn: 'Sign-in of buyers (optional)',
  signInHelp:
    'Without an OAuth app, buyers enter their GitHub username and prove it by accepting the invitation. With one, they sign in with GitHub. Make it in the organization’s settings under Developer settings → OAuth Apps, with this callback URL.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
} as const;

export const DISCORD = {
  platform: 'Discord',
  title: 'Discord servers',
  what: 'the Discord servers',
  list: 'Discord servers',
  connect: 'Connect Discord',
  connected: (name: string) => `${name} connected.`,
  empty: 'No Discord server is connected.',
  emptyText: 'Connect one to sell roles on it.',
  roles: (count: number) => `${pluralize(count, 'role')} to give`,
  connectText:
    'Make an application in the Discord Developer Portal and invite its bot to your server with the permissions “Manage Roles” and “Create Invite”. The secrets are encrypted, and never shown again.',
  token: 'Bot token',
  tokenHelp: 'In the application under Bot → Reset Token.',
  guild: 'Server ID',
  guildHelp:
    'With Developer Mode on (User Settings → Advanced), right-click the server and choose Copy Server ID.',
  clientId: 'Client ID',
  clientHelp: 'In the application under OAuth2.',
  clientSecret: 'Client secret',
  secretHelp: 'In the application under OAuth2 → Reset Secret.',
  callbackHelp: 'Add it in the application under OAuth2 → Redirects. Buyers come back to it.',
} as const;
