import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { useShortcuts } from '@/components/ui/shortcuts';

/** The button of a list that leads to the form of a new row, to which `n` leads as well. */
export function useCreateLink(section: string, label: string): ReactNode {
  const router = useRouter();
  const href = useOrganizationPath()(`${section}/new`);
  useShortcuts({ n: () => router.push(href) });
  return (
    <LinkButton variant="primary" icon={Plus} href={href}>
      {label}
    </LinkButton>
  );
}
