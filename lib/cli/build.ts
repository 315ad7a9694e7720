import '@/lib/cli/mode';
import { beginLifetime } from '@/lib/cli/lifetime';
import { reportFailure, say } from '@/lib/cli/terminal';
import { ensureBuild } from '@/lib/installation/build';

const { signal } = beginLifetime();
await ensureBuild(process.cwd(), say, signal).catch(reportFailure);
