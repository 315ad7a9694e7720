'use client';

import { type DragEvent, useEffect, useState } from 'react';

/** The props of a drop zone, and whether a file is dragged over it; null, or a form that is disabled, takes none. */
export function useFileDrop(onFiles: ((files: FileList) => void) | null) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Without this, a file dropped beside the zone would be opened by the browser.
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      const isDisabled = event.currentTarget.closest('fieldset:disabled') !== null;
      if (!onFiles || isDisabled || !holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Moving onto a child is not leaving.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      onFiles?.(event.dataTransfer.files);
    },
  };
  return { isOver, dropProps };
}

function refuse(event: globalThis.DragEvent): void {
  if (!event.dataTransfer || !holdsFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

function holdsFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}
