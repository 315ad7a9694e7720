// The words of the apps that are connected to an account.

export const CONNECTED = {
  title: 'Connected apps',
  text: 'Apps you gave access to. They keep it until you disconnect them.',
  empty: 'No apps are connected to your account.',
  app: 'App',
  forAccount: 'Your account',
  access: 'Access',
  knows: 'Sees',
  reads: 'Reads',
  changes: 'Reads and writes',
  connected: 'Connected',
  lastUsed: 'Last used',
  never: 'Never',
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  effects: (name: string) =>
    `${name} loses access right away, also through the webhooks it set up. To use it again, you’ll be asked for access.`,
  disconnected: (name: string) => `${name} disconnected.`,
} as const;
