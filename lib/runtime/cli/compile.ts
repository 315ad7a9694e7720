import { reportFailure } from '@/lib/runtime/cli/terminal';
import { ensureCompiled } from '@/lib/runtime/installation/build';

await ensureCompiled(process.cwd()).catch(reportFailure);
