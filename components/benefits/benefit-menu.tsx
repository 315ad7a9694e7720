'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { holdersOf } from '@/components/benefits/grant-total';
import { DELETE, DETAIL, deleteEffects } from '@/components/benefits/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { deleteBenefit, getBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

/** Edit, and Delete, which asks for the name and states what it takes away. */
export function BenefitMenu({ benefit }: { benefit: Benefit }) {
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getBenefit, { params: { id: benefit.id } })}
        groups={[
          [
            {
              label: DETAIL.edit,
              icon: Pencil,
              href: path(`benefits/${benefit.id}/edit`),
              shortcut: 'e',
            },
          ],
          [
            {
              label: DELETE.action,
              icon: Trash2,
              danger: true,
              blockedBy: benefit.deletable ? null : DELETE.blocked,
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      {isDeleting && <DeleteDialog benefit={benefit} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ benefit, onClose }: { benefit: Benefit; onClose: () => void }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(deleteBenefit);
  const holders = useQuery(holdersOf(benefit.id));
  const params = { id: benefit.id };
  const count = holders.data?.pagination.total_count;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={DELETE.title(benefit.description)}
      verb={DELETE.verb}
      typedName={benefit.description}
      loading={holders.isPending}
      effects={
        <>
          {holders.isPending && <Skeleton className="h-4 w-56" />}
          {!holders.isPending && (
            <p>
              {count === undefined
                ? DELETE.unknown
                : deleteEffects(benefit.type, count, benefit.products_count ?? 0)}
            </p>
          )}
          <p>{DELETE.undone}</p>
        </>
      }
      requests={() => [describeRequest(deleteBenefit, { params })]}
      onConfirm={async () => {
        await remove.mutateAsync({ params });
        showToast(DELETE.deleted);
        router.push(path('benefits'));
      }}
    />
  );
}
