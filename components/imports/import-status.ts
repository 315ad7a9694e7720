import { CircleCheck, CircleX, ClipboardCheck, LoaderCircle, Undo2 } from 'lucide-react';
import { STATUSES } from '@/components/imports/texts';
import type { Status } from '@/components/ui/badge';
import type { ImportStatus } from '@/lib/resources/imports/schema';

export const IMPORT_STATUS: Record<ImportStatus, Status> = {
  checking: { tone: 'info', icon: LoaderCircle, label: STATUSES.checking },
  ready: { tone: 'warn', icon: ClipboardCheck, label: STATUSES.ready, needsAction: true },
  running: { tone: 'info', icon: LoaderCircle, label: STATUSES.running },
  done: { tone: 'ok', icon: CircleCheck, label: STATUSES.done },
  failed: { tone: 'bad', icon: CircleX, label: STATUSES.failed, needsAction: true },
  undone: { tone: 'idle', icon: Undo2, label: STATUSES.undone },
};

/** How long a page waits before it reads an import again. */
export function importPoll(imports: readonly { status: ImportStatus }[] = []): number | false {
  const isMoving = ({ status }: { status: ImportStatus }) =>
    status === 'checking' || status === 'running';
  return imports.some(isMoving) && 1000;
}
