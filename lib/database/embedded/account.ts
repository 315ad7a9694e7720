import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '@/lib/runtime/operator-error';

/** The account that runs PostgreSQL, where it is not the one that runs Node. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, made when missing. */
export function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const account = findAccount() ?? makeAccount();
  if (account) return account;
  throw new OperatorError(
    `PostgreSQL does not run as root, and the user ${NAME} could not be made: make that user, or ` +
      'start Tilldesk as an ordinary user.',
  );
}

function findAccount(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, NAME], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return uid && gid ? { uid, gid } : undefined;
}

function makeAccount(): Account | undefined {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', NAME]);
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', NAME]); // BusyBox
  return findAccount();
}

/** Linux's name for the folder that a process is in, whatever lies above it. */
const OWN_FOLDER = '/proc/self/cwd';

/**
 * How PostgreSQL's programs, started inside a folder, name it: by its path, or, where their account
 * cannot enter what lies above (a checkout below a closed home folder), as the one they are in.
 */
export function nameInside(folder: string, account: Account | null): string {
  if (!account || !existsSync(OWN_FOLDER)) return folder;
  return closedPart(folder, account) === undefined ? folder : OWN_FOLDER;
}

/** Stops the start, with advice, where the database's account has no way into a folder. */
export function requireReachable(folder: string, account: Account): void {
  const closed = existsSync(OWN_FOLDER) ? undefined : closedPart(folder, account);
  if (closed === undefined) return;
  throw new OperatorError(
    `The user ${NAME}, who runs the database when Tilldesk is started by root, cannot enter ` +
      `${closed}: allow it with \`chmod o+x ${closed}\`, or set DATA_DIR to another place.`,
  );
}

/** The first folder on the way that an account may not enter. */
function closedPart(folder: string, account: Account): string | undefined {
  const parts = path.resolve(folder).split(path.sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const place = parts.slice(0, depth).join(path.sep) || path.sep;
    if (spawnSync('test', ['-x', place], account).status !== 0) return place;
  }
  return undefined;
}
