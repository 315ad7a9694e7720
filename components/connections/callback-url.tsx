import { CONNECTIONS as texts } from '@/components/connections/texts';
import { CopyButton } from '@/components/ui/copy-button';

/** The address that a seller enters in an app, to which buyers come back after signing in there. */
export function CallbackUrl({ url, help }: { url: string; help?: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{texts.callback}</p>
      <div className="flex items-center gap-2 border border-line bg-surface px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{url}</code>
        <CopyButton value={url} label={texts.copyCallback} />
      </div>
      {help && <p className="text-xs text-muted">{help}</p>}
    </div>
  );
}
