'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';

/** The object as the API answers it, folded away until it is asked for. */
export function JsonView({ value, title = 'Raw JSON' }: { value: unknown; title?: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <Disclosure
      label={title}
      className="no-print border-t border-line py-3"
      labelClass="font-medium"
    >
      <div className="relative mt-2">
        <CopyButton
          value={text}
          label="Copy the JSON"
          className="absolute top-2 right-2 bg-sunken"
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
        <pre tabIndex={0} className="max-h-96 overflow-auto bg-sunken p-3 font-mono text-xs">
          {text}
        </pre>
      </div>
    </Disclosure>
  );
}
