'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { UI } from '@/components/ui/texts';

/** What the dialog says of an action, and how it asks. */
export interface ConfirmQuestion {
  /** What happens, in numbers: "Revokes 3 keys, cancels 1 subscription now. No refund." */
  effects: ReactNode;
  /** The effects are still being loaded. */
  loading?: boolean;
  /** Why it cannot be done. */
  blockedBy?: string | null;
  /** Typed before it goes on, where more is lost than one record. */
  typedName?: string;
}

interface ConfirmDialogProps extends ConfirmQuestion {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Verb and name, "Revoke the key ****-1A2B3C", which is shown as a question. */
  title: string;
  /** Repeats the verb: "Revoke". */
  verb: string;
  /** `primary` where nothing is lost by it; by default `danger`. */
  variant?: 'danger' | 'primary';
  /** What closes it; another word than "Cancel" where the verb is to cancel something. */
  dismiss?: string;
  /** Runs the action; the dialog closes when it resolves, and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before an action and states its effects. Before harm, Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={`${props.title}?`}
      description={props.effects}
      role="alertdialog"
      modal
    >
      <ConfirmContent {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that its state is reset at each opening. */
function ConfirmContent({
  verb,
  variant = 'danger',
  dismiss = UI.cancel,
  loading = false,
  blockedBy = null,
  typedName,
  onOpenChange,
  onConfirm,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef(false);
  const missing = typedName !== undefined && typed.trim() !== typedName.trim();

  async function confirm() {
    if (running.current || missing) return;
    running.current = true;
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return (
    <>
      {typedName !== undefined && (
        <Field label={`Type ${typedName.trim()} to continue`}>
          {(aria) => (
            <Input
              {...aria}
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <DialogActions>
        <Button
          autoFocus={variant === 'danger' && typedName === undefined}
          onClick={() => onOpenChange(false)}
        >
          {dismiss}
        </Button>
        <Button
          variant={variant}
          autoFocus={variant === 'primary'}
          pending={pending || loading}
          blockedBy={missing ? 'Type the name first.' : blockedBy}
          onClick={confirm}
        >
          {verb}
        </Button>
      </DialogActions>
    </>
  );
}
