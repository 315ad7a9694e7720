'use client';

import { FlaskConical, Snowflake } from 'lucide-react';
import Link from 'next/link';
import { TEST_CARDS } from '@/components/purchase/test-cards';
import type { OrganizationOfCaller } from '@/components/session/organization';
import { SANDBOX } from '@/components/shell/texts';
import { classes } from '@/components/ui/classes';
import { CopyButton } from '@/components/ui/copy-button';
import { Popover } from '@/components/ui/popover';
import { formatDate } from '@/components/ui/time';

const BADGE =
  'flex h-6 min-w-0 shrink-0 items-center gap-1 rounded-[4px] bg-warn-fill px-1.5 text-xs font-medium text-warn hover:underline coarse:h-11';

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
        <p className="font-medium">{SANDBOX.text}</p>
        <p className="pb-2 text-muted">{SANDBOX.testCards}</p>
        <ul className="flex flex-col">
          {TEST_CARDS.map(({ number, result }) => (
            <li
              key={number}
              className="flex items-center justify-between border-t border-line py-1"
            >
              <span className="flex flex-col">
                <span className="font-mono text-xs">{number.match(/.{4}/g)?.join(' ')}</span>
                <span className="text-xs text-muted">{result}</span>
              </span>
              <CopyButton value={number} label={SANDBOX.copyCard(result)} />
            </li>
          ))}
        </ul>
        <p className="pt-2 text-xs text-muted">{SANDBOX.anyDate}</p>
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
