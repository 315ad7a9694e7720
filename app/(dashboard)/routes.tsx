import type { ComponentProps, ComponentType } from 'react';
import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import type { RouteHandler } from '@/lib/api/implement';
import type { ListContract } from '@/lib/contract/list-operation';

// What the `page.tsx` of a resource's pages export.

/** The route of a list, which arrives with the rows that it shows at its address; `counts` are those of its tabs. */
export function listRoute<Row>(
  Page: ComponentType,
  operation: ListContract<Row>,
  handler: RouteHandler,
  counts?: ComponentProps<typeof PrefetchOrganizationList>['counts'],
) {
  return (props: OrganizationPageProps) => (
    <PrefetchOrganizationList
      operation={operation}
      handler={handler}
      {...(counts ? { counts } : {})}
      {...props}
    >
      <Page />
    </PrefetchOrganizationList>
  );
}

/** The route of a page, which is given the id in its address, if there is one. */
export function pageRoute(Page: ComponentType<{ id: string }>) {
  return async ({ params }: { params: Promise<{ id: string }> }) => <Page id={(await params).id} />;
}
