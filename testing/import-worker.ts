import { runImports } from '@/lib/resources/imports/jobs';
import { startWorker } from '@/lib/runtime/jobs/worker';

// Imports in a process of its own, which a test can kill.
startWorker({ periodic: [], handlers: [runImports] });
