'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
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
  update,
  remove,
  id,
  section,
  dialog,
  children,
}: {
  /** Answers the object. */
  read: AnyContract;
  /** Change and delete it, where the caller's role allows them. */
  update: AnyContract;
  remove: AnyContract;
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
  const whyNot = useWhyNot();
  const blockedBy = whyNot(update);
  usePageActions([{ label: SHELL.edit, icon: Pencil, href: edit, shortcut: 'e', blockedBy }]);
  return (
    <>
      {children}
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit} blockedBy={blockedBy}>
          {SHELL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(read, { params: { id } })}
        groups={[
          [
            {
              label: SHELL.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(remove),
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      {isDeleting && dialog(() => setDeleting(false))}
    </>
  );
}
