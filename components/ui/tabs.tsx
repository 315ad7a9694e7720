'use client';

import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

/** Tabs without a URL. For views with a URL of their own use links. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
}) {
  return (
    <Radix.Root {...(tabs[0] ? { defaultValue: tabs[0].id } : {})}>
      <Radix.List aria-label={label} className="flex gap-4 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-8 border-b-2 border-transparent text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink coarse:min-h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
