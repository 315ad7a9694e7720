import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A command that runs another one with little disk space. */
interface LimitedDisk {
  readonly name: string;
  readonly wrapper: readonly string[];
}

/**
 * Ways to limit a program's disk space: a limit on its file size, which every system has, and a small tmpfs
 * in a folder, where one may be mounted. The mount ends with the program.
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
