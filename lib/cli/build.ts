import '@/lib/cli/mode';
import { beginLifetime } from '@/lib/cli/lifetime';
import { reportFailure, say } from '@/lib/cli/terminal';
import { loadSettingsFile } from '@/lib/env';
import { ensureBuild } from '@/lib/installation/build';

loadSettingsFile();
const { signal } = beginLifetime();
await ensureBuild(process.cwd(), say, signal).catch(reportFailure);
