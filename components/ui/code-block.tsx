import { CopyButton } from '@/components/ui/copy-button';

/** Code, and beside it a button that copies it, or what stands for it. */
export function CodeBlock({
  code,
  label = 'Copy the example',
  copied = code,
}: {
  code: string;
  /** What the button is called. */
  label?: string;
  copied?: string | (() => string);
}) {
  return (
    <div className="flex items-start border border-line bg-surface">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        className="max-h-96 min-w-0 flex-1 overflow-auto p-3 font-mono text-xs -outline-offset-2"
      >
        {code}
      </pre>
      <CopyButton value={copied} label={label} className="m-1.5 shrink-0" />
    </div>
  );
}
