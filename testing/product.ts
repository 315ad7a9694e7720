import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@/lib/database/embedded/postmaster';
import { startTemporary } from '@/lib/database/embedded/temporary';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A temporary folder that the account of the database can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-product-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes a temporary folder. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

// Each has a process group of its own, which a run of tests that is interrupted would leave behind.
const running = new Set<Run>();
process.once('exit', () => {
  for (const run of running) run.signal('SIGKILL');
});

/** A run of `npm start`, or of another command of package.json. */
export class Run {
  /** Everything that it has printed. */
  output = '';
  errors = '';
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  /**
   * `wrapper` is a command that runs the one it is given, such as with less room; `root` the folder of another
   * version's checkout.
   */
  constructor(
    script: string[],
    settings: Record<string, string>,
    wrapper: readonly string[] = [],
    root = ROOT,
  ) {
    const { PATH, HOME } = process.env;
    const [command = '', ...given] = [...wrapper, 'npm', 'run', '--silent', ...script];
    this.child = spawn(command, given, {
      cwd: root,
      detached: true,
      env: { PATH, HOME, NODE_ENV: 'production', ...settings },
    });
    this.child.stdout?.on('data', (chunk) => {
      this.output += chunk;
    });
    this.child.stderr?.on('data', (chunk) => {
      this.errors += chunk;
    });
    running.add(this);
    this.child.once('close', () => running.delete(this));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** The process id of npm, which is also the id of the run's process group. */
  get groupId(): number {
    return this.child.pid ?? 0;
  }

  /** Waits for text in the output; fails when the run ends without it. */
  async until(text: string): Promise<void> {
    const printed = new Promise<void>((resolve) => {
      const look = () => this.output.includes(text) && resolve();
      this.child.stdout?.on('data', look);
      look();
    });
    const ended = this.ended.then((code) => {
      if (this.output.includes(text)) return;
      throw new Error(`ended with ${code} before "${text}":\n${this.output}${this.errors}`);
    });
    await Promise.race([printed, ended]);
  }

  /** Nobody reads what it prints any more: its writes fail. */
  closeOutput(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** Sends a signal to the run's whole process group, as a terminal does. */
  signal(name: NodeJS.Signals): void {
    process.kill(-this.groupId, name);
  }

  /** Stops it as Ctrl-C does. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.signal('SIGINT');
    return this.ended;
  }
}

/** A running product and where it answers. */
export interface Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly run: Run;
}

/** Starts the built product on a data directory and waits until it serves. */
export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
  wrapper: readonly string[] = [],
): Promise<Product> {
  const port = Number(settings.PORT ?? (await freePort()));
  const run = new Run(['start'], { DATA_DIR: dataDir, PORT: String(port), ...settings }, wrapper);
  await run.until('Tilldesk is ready');
  return { url: `http://localhost:${port}`, port, dataDir, run };
}

/** A database of its own that several products share, with a token of the organization `quill`. */
export interface SharedDatabase {
  settings: Record<string, string>;
  token: string;
  /** Starts a product on it. */
  start(more?: Record<string, string>): Promise<Product>;
  stop(): Promise<void>;
}

export async function startSharedDatabase(): Promise<SharedDatabase> {
  const [folder, database] = await Promise.all([temporaryFolder(), startTemporary()]);
  const data = path.join(folder, 'data');
  const APP_SECRET = 'the secret that all nodes of this database share';
  const settings = { DATABASE_URL: database.url, APP_SECRET, DATA_DIR: data };
  const made = new Run(
    ['token', '--', '--email', 'ada@example.com', '--organization', 'quill'],
    settings,
  );
  await made.ended;
  return {
    settings,
    token: made.output.trim(),
    start: (more = {}) => startProduct(data, { ...settings, ...more }),
    stop: async () => {
      await database.stop();
      await removeFolder(folder);
    },
  };
}
