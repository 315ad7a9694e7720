'use client';

import type { ReactNode } from 'react';
import { useOrganizationPath } from '@/components/session/organization';
import { NAVIGATION } from '@/components/shell/navigation';
import { TextLink } from '@/components/ui/text-link';

const SECTIONS = new Set(NAVIGATION.flatMap(({ items }) => items.map(({ path }) => path)));

/** Whether a section of an organization's pages is there. */
export function hasSection(section: string): boolean {
  return SECTIONS.has(section);
}

/** A link to the page of a related entity; plain text if its section is not in `NAVIGATION`. */
export function EntityLink({
  section,
  id,
  children,
}: {
  /** `products` */
  section: string;
  id: string;
  children: ReactNode;
}) {
  const path = useOrganizationPath();
  if (!hasSection(section)) return <>{children}</>;
  return (
    <TextLink href={path(`${section}/${id}`)} prefetch={false}>
      {children}
    </TextLink>
  );
}
