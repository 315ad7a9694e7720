'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { SHELL } from '@/components/shell/texts';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { describeRequest } from '@/lib/client/client';
import type { AnyContract } from '@/lib/contract/contract';

/** The actions of an object's page: Edit by button and `e`, and in the menu its call and Delete. */
export function EditAndDelete({
  read,
  id,
  section,
  dialog,
  children,
}: {
  /** Answers the object. */
  read: AnyContract;
  id: string;
  /** Its pages are below: `customers`. */
  section: string;
  /** Asks before it is deleted. */
  dialog: (onClose: () => void) => ReactNode;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const edit = path(`${section}/${id}/edit`);
  usePageActions([{ label: SHELL.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      {children}
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {SHELL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(read, { params: { id } })}
        groups={[
          [{ label: SHELL.delete, icon: Trash2, danger: true, onSelect: () => setDeleting(true) }],
        ]}
      />
      {isDeleting && dialog(() => setDeleting(false))}
    </>
  );
}
