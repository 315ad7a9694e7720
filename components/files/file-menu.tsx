'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RenameDialog } from '@/components/files/rename-dialog';
import { DELETE, DETAIL, deleteEffects } from '@/components/files/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { deleteFile, getFile } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

/** Rename, and Delete, which states what it takes away. */
export function FileMenu({ file }: { file: FileRead }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(deleteFile);
  const [opened, setOpened] = useState<'rename' | 'delete' | null>(null);
  const params = { id: file.id };
  const isLogo = file.used_by.some(({ kind }) => kind === 'organization');
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getFile, { params: { id: file.id } })}
        groups={[
          [
            {
              label: DETAIL.rename,
              icon: Pencil,
              shortcut: 'e',
              onSelect: () => setOpened('rename'),
            },
          ],
          [
            {
              label: DETAIL.delete,
              icon: Trash2,
              danger: true,
              blockedBy: isLogo ? DELETE.isLogo : null,
              onSelect: () => setOpened('delete'),
            },
          ],
        ]}
      />
      {opened === 'rename' && <RenameDialog file={file} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={opened === 'delete'}
        onOpenChange={(open) => !open && setOpened(null)}
        title={DELETE.title(file.name)}
        verb={DELETE.verb}
        effects={`${deleteEffects(file)} ${DELETE.undone}`}
        requests={() => [describeRequest(deleteFile, { params })]}
        onConfirm={async () => {
          await remove.mutateAsync({ params });
          showToast(DELETE.deleted);
          router.push(path('files'));
        }}
      />
    </>
  );
}
