'use client';

import { useRef } from 'react';
import { SECRET_BOX } from '@/components/settings/texts';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { DialogActions } from '@/components/ui/dialog';

/** The end of a dialog that has created a secret: the secret to copy, and Done. */
export function SecretBox({ value, onDone }: { value: string; onDone: () => void }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <>
      <div className="flex flex-col gap-3 border border-line bg-surface p-4">
        <code ref={shown} className="font-mono text-xs wrap-anywhere">
          {value}
        </code>
        <CopyButton
          value={value}
          label={SECRET_BOX.copy}
          text={SECRET_BOX.copy}
          primary
          target={shown}
        />
      </div>
      <DialogActions>
        <Button onClick={onDone}>{SECRET_BOX.done}</Button>
      </DialogActions>
    </>
  );
}
