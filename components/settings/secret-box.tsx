'use client';

import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';

const TEXTS = { copy: 'Copy', done: 'Done' };

/**
 * The end of a dialog that has created a secret: the secret to copy, and Done.
 *
 * @param children the secret as it is shown, if that is not its text in a line
 * @param aside further ways to keep it
 */
export function SecretBox({
  value,
  copy = TEXTS.copy,
  children = <code className="font-mono text-xs wrap-anywhere">{value}</code>,
  aside,
  onDone,
}: {
  value: string;
  copy?: string;
  children?: ReactNode;
  aside?: ReactNode;
  onDone: () => void;
}) {
  const shown = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="flex flex-col gap-3 border border-line bg-surface p-4">
        <div ref={shown}>{children}</div>
        <div className="flex flex-wrap gap-2">
          <CopyButton value={value} label={copy} text={copy} primary target={shown} />
          {aside}
        </div>
      </div>
      <DialogActions>
        <Button onClick={onDone}>{TEXTS.done}</Button>
      </DialogActions>
    </>
  );
}

/** Shows a secret, once, in a dialog that only Done closes. */
export function SecretDialog({
  title,
  text,
  secret,
  onDone,
}: {
  title: string;
  text: string;
  secret: string;
  onDone: () => void;
}) {
  return (
    <Dialog open onOpenChange={onDone} wide modal title={title} description={text}>
      <SecretBox value={secret} onDone={onDone} />
    </Dialog>
  );
}
