import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { OperatorError } from '@/lib/operator-error';

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

/** Stops the start, with advice, where the database's account cannot enter a folder. */
export function requireEnterable(folder: string, account: Account): void {
  const parts = path.resolve(folder).split(path.sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const place = parts.slice(0, depth).join(path.sep) || path.sep;
    if (spawnSync('test', ['-x', place], account).status !== 0) {
      throw new OperatorError(
        `The user ${NAME}, who runs the database when Tilldesk is started by root, cannot enter ` +
          `${place}: allow it with \`chmod o+x ${place}\`, or set DATA_DIR to another place.`,
      );
    }
  }
}
