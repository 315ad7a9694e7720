import { type ReactNode, useState } from 'react';
import { OverlapField } from '@/components/entities/overlap-field';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { UI } from '@/components/ui/texts';

/** The command that gives a key a new value: a seller's or the customer's. */
interface Replacement {
  mutateAsync(input: { params: { id: string }; body: { overlap_hours: number } }): Promise<{
    display_key: string;
  }>;
  isPending: boolean;
  error: unknown;
}

/** Gives a license key a new value, and asks how long the old one goes on working. Open while it is mounted. */
export function ReplaceKeyDialog({
  licenseKey: { id, display_key },
  replacement,
  words,
  onReplaced,
  onClose,
}: {
  licenseKey: { id: string; display_key: string };
  replacement: Replacement;
  words: { title: (key: string) => string; text: ReactNode; verb: string };
  /** Called with the new key as it is shown. */
  onReplaced: (displayKey: string) => void;
  onClose: () => void;
}) {
  const [hours, setHours] = useState(72);
  const submit = async () => {
    try {
      const replaced = await replacement.mutateAsync({
        params: { id },
        body: { overlap_hours: hours },
      });
      onReplaced(replaced.display_key);
      onClose();
    } catch {
      // The dialog shows it.
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.title(display_key)} description={words.text}>
      <OverlapField hours={hours} onChange={setHours} />
      {replacement.error ? <ErrorNote error={replacement.error} /> : null}
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button variant="primary" pending={replacement.isPending} onClick={() => void submit()}>
          {words.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
