import { Ban, CircleCheck, CircleX, Clock, CornerUpRight, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Status } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import { Skeleton } from '@/components/ui/skeleton';
import { RealTime } from '@/components/ui/time';
import { OUTCOMES, DELIVERY_PAGE as TEXTS } from '@/components/webhooks/texts';
import type { WebhookAttempt, WebhookOutcome } from '@/lib/resources/webhook-deliveries/schema';

const ICONS: Record<WebhookOutcome, Pick<Status, 'tone' | 'icon'>> = {
  succeeded: { tone: 'ok', icon: CircleCheck },
  status_refused: { tone: 'bad', icon: CircleX },
  redirected: { tone: 'bad', icon: CornerUpRight },
  timed_out: { tone: 'bad', icon: Clock },
  unreachable: { tone: 'bad', icon: Unplug },
  address_refused: { tone: 'bad', icon: Ban },
};

function statusOf({ outcome, http_status: status }: WebhookAttempt): Status {
  const label = status === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]}, ${status}`;
  return { ...ICONS[outcome], label };
}

/** What came of a try, how long it took and when it was. */
export function AttemptSummary({ attempt }: { attempt: WebhookAttempt }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Badge status={statusOf(attempt)} />
      <span className="text-muted">{TEXTS.latency(attempt.latency_ms)}</span>
      <span className="text-muted">
        <RealTime value={attempt.at} show="datetime" focusable={false} />
      </span>
    </span>
  );
}

/** One try: what came of it, and its request and response side by side. */
export function AttemptView({
  attempt,
  body,
  hasSummary = true,
}: {
  attempt: WebhookAttempt;
  /** It is not said elsewhere. */
  hasSummary?: boolean;
  /** What was sent, or why it is not shown; null shows neither. */
  body: { json: string } | { why: string } | 'loading' | null;
}) {
  return (
    <div className="flex flex-col gap-3">
      {hasSummary && <AttemptSummary attempt={attempt} />}
      {attempt.error !== null && <p>{attempt.error}</p>}
      <div
        className={classes(
          'grid gap-4',
          // What was not answered has the whole width.
          attempt.http_status !== null && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        <Message title={TEXTS.request} headers={attempt.request_headers}>
          <Request body={body} />
        </Message>
        <Message title={TEXTS.response} headers={attempt.response_headers}>
          <Response attempt={attempt} />
        </Message>
      </div>
    </div>
  );
}

function Request({ body }: { body: Parameters<typeof AttemptView>[0]['body'] }) {
  if (body === null) return null;
  // As high as most are.
  if (body === 'loading') return <Skeleton className="h-96 w-full" />;
  if ('why' in body) return <p className="text-muted">{body.why}</p>;
  return <CodeBlock code={body.json} label={TEXTS.copyRequest} />;
}

function Message({
  title,
  headers,
  children,
}: {
  title: string;
  headers: Record<string, string>;
  children: ReactNode;
}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
      {lines.length > 0 && (
        <Disclosure label={TEXTS.headers}>
          <pre className="overflow-x-auto py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {lines.join('\n')}
          </pre>
        </Disclosure>
      )}
    </div>
  );
}

function Response({ attempt }: { attempt: WebhookAttempt }) {
  const { http_status: status, response_body: body, is_response_cut: isCut } = attempt;
  if (status === null) return <p className="text-muted">{TEXTS.noResponse}</p>;
  if (body === null) return <p className="text-muted">{TEXTS.noBody}</p>;
  return (
    <>
      <CodeBlock code={body} label={TEXTS.copyResponse} />
      {isCut && <p className="text-xs text-muted">{TEXTS.cut}</p>}
    </>
  );
}
