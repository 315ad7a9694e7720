import type { ReactNode } from 'react';
import type { Presentation } from '@/components/resource/presentation';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';

/** How the title of a form looks. */
export const HEADING = 'text-xl font-semibold tracking-tight wrap-anywhere';

/** The page of the form of a new object. */
export function NewPage({
  of,
  narrow = false,
  children,
}: {
  of: Pick<Presentation<never>, 'words' | 'section'>;
  /** As wide as the form: nothing stands beside it. */
  narrow?: boolean;
  children: ReactNode;
}) {
  const path = useOrganizationPath();
  return (
    <DetailPage
      narrow={narrow}
      crumbs={[{ label: of.words.title, href: path(of.section) }]}
      current={of.words.new}
    >
      <h1 className={HEADING}>{of.words.new}</h1>
      {children}
    </DetailPage>
  );
}
