import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { useShortcuts } from '@/components/ui/shortcuts';
import type { AnyOperation } from '@/lib/contract/contract';

/** The button of a list that leads to the form of a new row, to which `n` leads as well; or why there is none. */
export function useCreateLink(section: string, label: string, operation: AnyOperation): ReactNode {
  const router = useRouter();
  const href = useOrganizationPath()(`${section}/new`);
  const blockedBy = useWhyNot()(operation);
  useShortcuts({ n: blockedBy ? undefined : () => router.push(href) });
  return (
    <LinkButton variant="primary" icon={Plus} href={href} blockedBy={blockedBy}>
      {label}
    </LinkButton>
  );
}
