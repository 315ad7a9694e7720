'use client';

import { FILE } from '@/components/files/presentation';
import { RENAME } from '@/components/files/texts';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { useEditForm } from '@/components/form/use-edit-form';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { getFile, updateFile } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

/** Changes the name and the version of a file. */
export function RenameDialog({ file, onClose }: { file: FileRead; onClose: () => void }) {
  const form = useEditForm(updateFile, {
    guarded: false,
    params: { id: file.id },
    object: file,
    read: getFile,
    toValues: ({ name, version }) => ({ name, version }),
    onSuccess: () => {
      showToast(FILE.words.saved);
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={RENAME.title}>
      <DialogForm form={form} submit={RENAME.save} onCancel={onClose}>
        <TextField form={form} name="name" label={FILE.labels.name} help={RENAME.nameHelp} />
        <TextField form={form} name="version" label={FILE.labels.version} optional />
      </DialogForm>
    </Dialog>
  );
}
