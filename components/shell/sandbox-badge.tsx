'use client';

import { FlaskConical, Snowflake } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { OrganizationOfCaller } from '@/components/session/organization';
import { SANDBOX } from '@/components/shell/texts';
import { classes } from '@/components/ui/classes';
import { Popover } from '@/components/ui/popover';
import { formatDate } from '@/components/ui/time';

// Few visits open it.
const SandboxPanel = dynamic(
  () => import('@/components/shell/sandbox-panel').then(({ SandboxPanel }) => SandboxPanel),
  { loading: () => <div className="h-96" /> },
);

const BADGE =
  'touchable flex h-6 min-w-0 shrink-0 items-center gap-1 rounded-[4px] bg-warn-fill px-1.5 text-xs font-medium text-warn hover:underline';

/** Beside a sandbox organization: that no real money moves, the list of test cards, and a frozen time. */
export function SandboxBadge({ organization }: { organization: OrganizationOfCaller }) {
  const { slug, timezone, test_clock: clock } = organization;
  return (
    <section aria-label={SANDBOX.name} className="flex min-w-0 items-center gap-1">
      <Popover
        label={SANDBOX.name}
        align="start"
        trigger={
          <button type="button" className={BADGE}>
            <FlaskConical aria-hidden className="size-3.5 shrink-0" />
            {SANDBOX.name}
          </button>
        }
      >
        <SandboxPanel />
      </Popover>
      {clock && (
        <Link
          href={`/dashboard/${slug}/settings/test-clock`}
          prefetch={false}
          className={classes(BADGE, 'shrink')}
        >
          <Snowflake aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            {clock.is_advancing ? SANDBOX.advancing : formatDate(clock.now, timezone)}
            <span className="sr-only">{SANDBOX.clock}</span>
          </span>
        </Link>
      )}
    </section>
  );
}
