import { Prose } from '@/components/reference/prose';
import { RECEIVERS } from '@/components/reference/receivers';
import { WEBHOOK_GUIDE as TEXTS } from '@/components/reference/texts';
import { Topic } from '@/components/reference/topic';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import { Tabs } from '@/components/ui/tabs';
import type { ApiDocument } from '@/lib/client/api-document';
import { exampleOfWebhook } from '@/lib/client/api-example';

/** How a program receives events, and what each kind posts. */
export function WebhookGuide({ document }: { document: ApiDocument }) {
  const kinds = Object.keys(document.webhooks).sort();
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{TEXTS.title}</h1>
        <p className="text-base text-muted">{TEXTS.tagline}</p>
      </header>
      {TEXTS.topics.map(({ id, title, text }) => (
        <Topic key={id} id={id} title={title}>
          <Prose className="flex flex-col gap-2" text={text} />
          {id === 'receive' && (
            <Tabs
              label={title}
              tabs={RECEIVERS.map(({ id: language, label, code }) => ({
                id: language,
                label,
                content: <CodeBlock code={code} />,
              }))}
            />
          )}
        </Topic>
      ))}
      <Topic id="events" title={TEXTS.events}>
        <Prose text={TEXTS.eventsText} />
        <ul className="flex flex-col">
          {kinds.map((kind) => (
            <li key={kind} className="border-b border-line py-1">
              <Disclosure label={<span className="font-mono text-xs">{kind}</span>}>
                <div className="py-2">
                  <CodeBlock code={JSON.stringify(exampleOfWebhook(document, kind), null, 2)} />
                </div>
              </Disclosure>
            </li>
          ))}
        </ul>
      </Topic>
    </div>
  );
}
