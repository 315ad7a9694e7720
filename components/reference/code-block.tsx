import { REFERENCE } from '@/components/reference/texts';
import { CopyButton } from '@/components/ui/copy-button';

const CODE =
  'max-h-96 overflow-auto border border-line bg-surface p-3 pr-10 font-mono text-xs coarse:min-h-11 coarse:pr-12';

/** Code with a button that copies it. */
export function CodeBlock({ code }: { code: string }) {
  return (
    <div className="relative">
      <CopyButton
        value={code}
        label={REFERENCE.copy}
        className="absolute top-1.5 right-1.5 bg-surface coarse:top-0 coarse:right-0"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre tabIndex={0} className={CODE}>
        {code}
      </pre>
    </div>
  );
}
