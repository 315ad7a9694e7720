'use client';

import { FlaskConical, Snowflake } from 'lucide-react';
import Link from 'next/link';
import { TEST_CARDS } from '@/components/purchase/test-cards';
import type { OrganizationOfCaller } from '@/components/session/organization';
import { SANDBOX } from '@/components/shell/texts';
import { CopyButton } from '@/components/ui/copy-button';
import { Popover } from '@/components/ui/popover';
import { formatDate } from '@/components/ui/time';

/** The banner of sandbox organizations: no real money moves, the list of test cards, and a frozen time. */
export function SandboxBanner({ organization }: { organization: OrganizationOfCaller }) {
  const { slug, timezone, test_clock: clock } = organization;
  return (
    <section
      aria-label={SANDBOX.name}
      className="no-print flex h-8 shrink-0 items-center gap-2 bg-warn-fill px-4 text-xs text-warn md:px-6"
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <p className="truncate">
        <strong className="font-semibold">{SANDBOX.name}.</strong>{' '}
        <span className={clock ? 'max-sm:sr-only' : ''}>{SANDBOX.text}</span>
      </p>
      <Popover
        label={SANDBOX.testCards}
        align="start"
        trigger={
          <button
            type="button"
            className="rounded-control px-1 py-1 underline underline-offset-3 whitespace-nowrap"
          >
            {SANDBOX.testCards}
          </button>
        }
      >
        <p className="pb-2 font-medium">{SANDBOX.testCards}</p>
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
          className="flex min-w-0 items-center gap-1 rounded-control px-1 py-1 underline underline-offset-3"
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
