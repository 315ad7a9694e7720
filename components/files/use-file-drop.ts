'use client';

import { type DragEvent, useEffect, useState } from 'react';

/** What a place that files are dropped on spreads over itself, and whether one is held over it. */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // A file let go beside the place would otherwise be opened by the browser instead of the page.
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Going over a child is no leaving.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      onFiles(event.dataTransfer.files);
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
