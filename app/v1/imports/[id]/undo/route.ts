import { implement } from '@/lib/resources/implement';
import { undoImport } from '@/lib/resources/imports/contract';
import { undo } from '@/lib/resources/imports/service';

export const POST = implement(undoImport, ({ scope, params }) => undo(scope, params.id));
