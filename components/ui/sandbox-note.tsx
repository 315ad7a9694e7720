import { FlaskConical } from 'lucide-react';
import { classes } from '@/components/ui/classes';
import { SANDBOX_NOTE } from '@/components/ui/texts';

/** Says that nothing on the page is paid for. */
export function SandboxNote({ className }: { className?: string }) {
  return (
    <div
      className={classes(
        'flex min-h-8 items-center justify-center gap-2 bg-warn-fill px-4 py-1 text-xs text-warn',
        className,
      )}
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <p>
        <strong className="font-semibold">{SANDBOX_NOTE.name}</strong> {SANDBOX_NOTE.text}
      </p>
    </div>
  );
}
