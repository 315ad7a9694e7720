'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { holdersOf } from '@/components/benefits/holders';
import { BENEFIT } from '@/components/benefits/presentation';
import { DELETE, deleteEffects } from '@/components/benefits/texts';
import { useWhyNot } from '@/components/form/rights';
import { useOrganizationPath } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Skeleton } from '@/components/ui/skeleton';
import { describeRequest } from '@/lib/client/client';
import { deleteBenefit, getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

/** Edit, and Delete, which asks for the name and states what it takes away. */
export function BenefitMenu({ benefit }: { benefit: Benefit }) {
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const whyNot = useWhyNot();
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getBenefit, { params: { id: benefit.id } })}
        groups={[
          [
            {
              label: BENEFIT.words.editing,
              icon: Pencil,
              href: path(`benefits/${benefit.id}/edit`),
              shortcut: 'e',
              blockedBy: whyNot(updateBenefit),
            },
          ],
          [
            {
              label: BENEFIT.words.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(deleteBenefit) ?? (benefit.deletable ? null : DELETE.blocked),
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      {isDeleting && <DeleteBenefit benefit={benefit} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteBenefit({ benefit, onClose }: { benefit: Benefit; onClose: () => void }) {
  const holders = useQuery(holdersOf(benefit.id));
  const count = holders.data;
  return (
    <DeleteDialog
      open
      onClose={onClose}
      operation={deleteBenefit}
      id={benefit.id}
      section={BENEFIT.section}
      deleted={BENEFIT.words.deleted}
      title={BENEFIT.words.deleteOne(benefit.description)}
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
                : deleteEffects(benefit, count, benefit.products_count ?? 0)}
            </p>
          )}
          <p>{DELETE.undone}</p>
        </>
      }
    />
  );
}
