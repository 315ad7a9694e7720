import '@/lib/runtime/cli/mode';
import { beginLifetime } from '@/lib/runtime/cli/lifetime';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { loadSettingsFile } from '@/lib/runtime/env';
import { ensureBuild } from '@/lib/runtime/installation/build';

loadSettingsFile();
const { signal } = beginLifetime();
await ensureBuild(process.cwd(), printLines, signal).catch(reportFailure);
