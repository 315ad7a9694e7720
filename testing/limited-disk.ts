import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A command that runs the one it is given with little room to write. */
interface LimitedDisk {
  readonly name: string;
  readonly wrapper: readonly string[];
}

/**
 * Ways to give a program little room: a limit on the size of its files, which every system has, and a
 * small file system in a folder, where one may be mounted. What is mounted is gone with the program.
 */
export function limitedDisks(folder: string, kilobytes: number): LimitedDisk[] {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const limited = ['bash', '-c', `ulimit -f ${kilobytes} && exec "$@"`, 'bash'];
  const mount = `mount -t tmpfs -o size=${kilobytes}k,mode=711 none "$0" && exec "$@"`;
  const mounted = ['unshare', '--mount', 'sh', '-c', mount, folder];
  const [command = '', ...given] = [...mounted, 'true'];
  const canMount = spawnSync(command, given).status === 0;
  return [
    { name: 'a limit on files', wrapper: limited },
    ...(canMount ? [{ name: 'a full disk', wrapper: mounted }] : []),
  ];
}
