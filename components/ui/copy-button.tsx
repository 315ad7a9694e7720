'use client';

import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { classes } from '@/components/ui/classes';

interface CopyButtonProps {
  value: string | (() => string);
  /** Its name: "Copy the key". Shown where `text` is set. */
  label: string;
  text?: string;
  /** The main action of its page. */
  primary?: boolean;
  icon?: LucideIcon;
  className?: string;
  /** Selected if the browser refuses the clipboard; by default a small field with the value. */
  target?: React.RefObject<HTMLElement | null>;
}

const SHOWN_MS = 2000;

/** Copies a text and announces it; if the clipboard is blocked, selects the text instead. */
export function CopyButton({
  value,
  label,
  text,
  primary = false,
  icon: Icon = Copy,
  className,
  target,
}: CopyButtonProps) {
  const [announcement, setAnnouncement] = useState<'' | 'Copied' | 'Press Ctrl+C to copy'>('');
  const [blocked, setBlocked] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function copy() {
    const content = typeof value === 'function' ? value() : value;
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(content);
      setAnnouncement('Copied');
      timer.current = setTimeout(() => setAnnouncement(''), SHOWN_MS);
    } catch {
      setAnnouncement('Press Ctrl+C to copy');
      if (target?.current) window.getSelection()?.selectAllChildren(target.current);
      else setBlocked(content);
    }
  }

  return (
    <span className={classes('no-print inline-flex items-center gap-1', className)}>
      <button
        type="button"
        title={text ? undefined : label}
        aria-label={text ? undefined : label}
        className={
          text
            ? buttonClasses(
                { variant: primary ? 'primary' : 'secondary' },
                // As high as what it stands beside.
                'h-auto! min-h-8 flex-1 self-stretch coarse:min-h-11',
              )
            : 'touchable inline-flex size-6 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink'
        }
        onClick={copy}
      >
        {announcement === 'Copied' ? (
          <Check
            aria-hidden
            className={classes(text ? 'size-4' : 'size-3.5', !primary && 'text-ok')}
          />
        ) : (
          <Icon aria-hidden className={text ? 'size-4' : 'size-3.5'} />
        )}
        {primary && announcement === 'Copied' ? announcement : text}
      </button>
      {blocked !== null && (
        <input
          readOnly
          aria-label="Text to copy"
          value={blocked}
          ref={(field) => {
            field?.focus();
            field?.select();
          }}
          onBlur={() => setBlocked(null)}
          className="h-6 w-40 rounded-control border border-control bg-surface px-1 font-mono text-xs"
        />
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </span>
  );
}
