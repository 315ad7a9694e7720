'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FILE } from '@/components/files/presentation';
import { RenameDialog } from '@/components/files/rename-dialog';
import { DELETE, DETAIL, deleteEffects } from '@/components/files/texts';
import { useWhyNot } from '@/components/form/rights';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu } from '@/components/shell/page-actions';
import { describeRequest } from '@/lib/client/client';
import { deleteFile, getFile, updateFile } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

/** Rename, and Delete, which states what it takes away. */
export function FileMenu({ file }: { file: FileRead }) {
  const [opened, setOpened] = useState<'rename' | 'delete' | null>(null);
  const whyNot = useWhyNot();
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
              blockedBy: whyNot(updateFile),
              onSelect: () => setOpened('rename'),
            },
          ],
          [
            {
              label: DETAIL.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(deleteFile) ?? (isLogo ? DELETE.isLogo : null),
              onSelect: () => setOpened('delete'),
            },
          ],
        ]}
      />
      {opened === 'rename' && <RenameDialog file={file} onClose={() => setOpened(null)} />}
      <DeleteDialog
        open={opened === 'delete'}
        onClose={() => setOpened(null)}
        operation={deleteFile}
        id={file.id}
        section={FILE.section}
        deleted={FILE.words.deleted}
        title={FILE.words.deleteOne(file.name)}
        verb={DELETE.verb}
        effects={`${deleteEffects(file)} ${DELETE.undone}`}
      />
    </>
  );
}
