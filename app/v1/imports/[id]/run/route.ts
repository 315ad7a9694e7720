import { implement } from '@/lib/resources/implement';
import { runImport } from '@/lib/resources/imports/contract';
import { run } from '@/lib/resources/imports/service';

export const POST = implement(runImport, ({ scope, params }) => run(scope, params.id));
