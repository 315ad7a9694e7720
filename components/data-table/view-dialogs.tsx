'use client';

import { VIEWS } from '@/components/data-table/texts';
import { VIEW } from '@/components/data-table/view-texts';
import { DialogForm } from '@/components/form/dialog-form';
import { CheckboxField, TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  updateSavedView,
} from '@/lib/resources/saved-views/contract';
import type { SavedView } from '@/lib/resources/saved-views/schema';

interface ViewDialogProps {
  kind: 'new' | 'edit' | 'delete';
  /** The view that is changed or deleted. */
  view: SavedView | undefined;
  page: string;
  organizationId: string;
  /** What a new view keeps. */
  shown: { query: string; columns: string[] };
  onSaved: (view: SavedView) => void;
  onDeleted: () => void;
  onClose: () => void;
}

/** Saves a view, renames or shares it, or deletes it. */
export function ViewDialog(props: ViewDialogProps) {
  const { kind, view, onClose } = props;
  if (kind === 'delete' && view) return <DeleteView {...props} view={view} />;
  const isNew = kind === 'new' || !view;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isNew ? VIEW.newTitle : VIEW.editTitle}
      description={isNew ? VIEW.savedWhat : undefined}
    >
      {isNew ? <NewView {...props} /> : <EditView {...props} view={view} />}
    </Dialog>
  );
}

type ViewValues = { name: string; is_shared: boolean };

function NewView({ page, organizationId, shown, onSaved, onClose }: ViewDialogProps) {
  const form = useContractForm(createSavedView, {
    defaultValues: { name: '', is_shared: false },
    toBody: (values: ViewValues) => ({
      ...values,
      ...shown,
      page,
      organization_id: organizationId,
    }),
    guarded: false,
    onSuccess: (view) => {
      showToast(VIEW.saved);
      onSaved(view);
      onClose();
    },
  });
  return <ViewForm form={form} submit={VIEW.save} onClose={onClose} />;
}

function EditView({ view, onClose }: ViewDialogProps & { view: SavedView }) {
  const form = useEditForm(updateSavedView, {
    params: { id: view.id },
    object: view,
    read: getSavedView,
    toValues: ({ name, is_shared }): ViewValues => ({ name, is_shared }),
    guarded: false,
    onSuccess: () => {
      showToast(VIEWS.updated);
      onClose();
    },
  });
  return <ViewForm form={form} submit={VIEW.saveChanges} onClose={onClose} />;
}

function ViewForm({
  form,
  submit,
  onClose,
}: {
  form: Parameters<typeof TextField<ViewValues>>[0]['form'];
  submit: string;
  onClose: () => void;
}) {
  return (
    <DialogForm form={form} submit={submit} onCancel={onClose}>
      <TextField form={form} name="name" label={VIEW.name} help={VIEW.nameHelp} />
      <CheckboxField form={form} name="is_shared" label={VIEW.share} />
    </DialogForm>
  );
}

function DeleteView({ view, onDeleted, onClose }: ViewDialogProps & { view: SavedView }) {
  const remove = useCommand(deleteSavedView);
  const input = { params: { id: view.id } };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={VIEW.deleteTitle(view.name)}
      verb={VIEW.deleteVerb}
      effects={view.is_shared ? VIEW.deleteShared : VIEW.deleteOwn}
      onConfirm={async () => {
        await remove.mutateAsync(input);
        showToast(VIEW.deleted(view.name));
        onDeleted();
      }}
    />
  );
}
