'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { useOrganizationPath } from '@/components/session/organization';
import { ConfirmDialog, type ConfirmQuestion } from '@/components/ui/confirm-dialog';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import type { AnyContract } from '@/lib/contract/contract';

interface DeleteDialogProps
  extends ConfirmQuestion,
    Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'title' | 'verb'> {
  operation: AnyContract;
  id: string;
  /** The list that it opens afterwards: `customers`. */
  section: string;
  /** What the toast says then. */
  deleted: string;
  onClose: () => void;
}

/** Asks before the object of the page is deleted, deletes it, and opens the list of its kind. */
export function DeleteDialog({
  operation,
  id,
  section,
  deleted,
  onClose,
  ...question
}: DeleteDialogProps) {
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(operation);
  const input = { params: { id } };
  return (
    <ConfirmDialog
      {...question}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await remove.mutateAsync(input);
        showToast(deleted);
        router.push(path(section));
      }}
    />
  );
}
