/** How many of its errors an import prints. */
export const SHOWN_ERRORS = 1000;
/** How many rows a preview shows. */
export const PREVIEW_ROWS = 20;
/** Until when an import can be undone, in real time. */
export const UNDO_MS = 24 * 3_600_000;

/** Whether an import can be undone at `now`, in real time. */
export function undoUntil({
  status,
  finishedAt,
}: {
  status: string;
  finishedAt: Date | null;
}): Date | null {
  const isOver = status === 'done' || status === 'failed';
  return isOver && finishedAt ? new Date(finishedAt.getTime() + UNDO_MS) : null;
}
