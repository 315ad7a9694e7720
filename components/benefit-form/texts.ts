import type { BenefitType } from '@/lib/resources/benefits/schema';

// Words of the form of a benefit, wherever it is filled in.

/** What a type of benefit gives, in the choice of the type. */
export const TYPE_HELP: Record<BenefitType, string> = {
  license_keys: 'A unique key for each customer that your app checks.',
  downloadables: 'Files that customers download.',
  custom: 'A private note: a link, a coupon, a way to reach you.',
  github_repository: 'Access to a private GitHub repository.',
  discord: 'A role on your Discord server.',
  ads: 'Space for your customer’s ad.',
};

export const FORM = {
  type: 'Type',
  description: 'Description',
  descriptionHelp: 'Customers see it at checkout and in their purchases. 3 to 42 characters.',
  note: 'Note',
  noteHelp: 'Shown after the purchase. Up to 5,000 characters.',
  prefix: 'Key prefix',
  prefixHelp: 'Letters, digits, and hyphens. Keys look like ACME-1B9D6BCD-…',
  expires: 'Keys expire after',
  expiresHelp: 'Leave blank for keys that don’t expire.',
  timeframe: 'Unit',
  activations: 'Device limit',
  activationsHelp: 'Blank turns device activation off.',
  usage: 'Usage limit',
  usageHelp: 'Leave blank for unlimited usage.',
  customerAdmin: 'Customers can deactivate their own devices',
  snippets: 'For developers',
  snippetsHelp: 'Shows buyers the calls that a program makes with their key.',
  files: 'Files',
  filesHelp: 'Customers download them in this order.',
  addFile: 'Add a file',
  fileMissing: 'Add at least one file for customers to download.',
  noFiles: 'No files to add yet. Upload one.',
  upload: 'Upload files',
  chooseFiles: 'Choose files',
  dropHint: (size: string) => `or drop them here. Up to ${size} each.`,
  archived: 'Archived',
  archivedHint: 'Customers can’t download archived files.',
  uploading: 'A file is still uploading. Save when it’s done.',
  uploadFailed: 'A file wasn’t uploaded. Retry or remove it.',
  filesLabel: 'Files of the benefit',
  file: 'File',
  width: 'Width',
  height: 'Height',
  server: 'Server',
  pickServer: 'Choose a server',
  otherServer: 'A server that isn’t connected',
  serverToken: 'Server token',
  serverHelp: 'From the connection of your Discord server.',
  serverMissing: 'No Discord server is connected yet, so roles aren’t given automatically.',
  role: 'Role',
  pickRole: 'Choose a role',
  roleId: 'Role ID',
  roleHelp: 'A new role appears here after you read the server again in Settings.',
  owner: 'Owner',
  repository: 'Repository',
  permission: 'Permission',
  pickRepository: 'Choose a repository',
  typeRepository: 'Type its name instead',
  chooseRepository: 'Choose from the connected ones',
  repositoryMissing: 'No repository is connected yet, so access isn’t given automatically.',
  openConnections: 'Open Connections',
} as const;

/** Why a role of a server can’t be given. */
export const ROLE_REFUSALS = {
  administrative: 'can manage the server',
  above_bot: 'above the bot’s role',
  managed: 'belongs to an app',
} as const;

export const TIMEFRAMES = [
  { value: 'day', label: 'Days' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
] as const;

export const PERMISSIONS = [
  { value: 'pull', label: 'Read' },
  { value: 'triage', label: 'Triage' },
  { value: 'push', label: 'Write' },
  { value: 'maintain', label: 'Maintain' },
  { value: 'admin', label: 'Admin' },
] as const;

export const DIALOG = {
  title: 'New benefit',
  create: 'Create benefit',
  cancel: 'Cancel',
  created: 'Benefit created.',
} as const;
