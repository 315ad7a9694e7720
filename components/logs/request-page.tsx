'use client';

import { Terminal } from 'lucide-react';
import { curlOfLine } from '@/components/logs/curl';
import { REQUEST, statusOf } from '@/components/logs/presentation';
import { REQUEST_TEXTS } from '@/components/logs/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { useOrganizationPath } from '@/components/session/organization';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { numberFormat } from '@/lib/contract/formats';
import { getRequestLog } from '@/lib/resources/request-logs/contract';
import type { RequestLog } from '@/lib/resources/request-logs/schema';

export function RequestPage({ id }: { id: string }) {
  return (
    <ObjectPage of={REQUEST} read={getRequestLog} id={id}>
      {(line) => <RequestView line={line} />}
    </ObjectPage>
  );
}

function RequestView({ line }: { line: RequestLog }) {
  const path = useOrganizationPath();
  const curl = curlOfLine(line);
  return (
    <>
      <DetailHeader
        title={<span className="wrap-anywhere">{REQUEST.name(line)}</span>}
        status={statusOf(line)}
        actions={
          <>
            <LinkButton href={`${path('events')}?query=${encodeURIComponent(line.request_id)}`}>
              {REQUEST_TEXTS.events}
            </LinkButton>
            <CopyButton value={curl} label={UI.copyAsCurl} text={UI.copyAsCurl} icon={Terminal} />
          </>
        }
      />
      <DetailColumns
        main={
          <>
            <Body
              title={REQUEST_TEXTS.request}
              body={line.request_body}
              bytes={line.request_bytes}
              label={REQUEST_TEXTS.copyRequest}
            />
            <Body
              title={REQUEST_TEXTS.response}
              body={line.response_body}
              bytes={line.response_bytes}
              label={REQUEST_TEXTS.copyResponse}
            />
            {curl.includes('***') && <p className="text-muted">{REQUEST_TEXTS.masked}</p>}
          </>
        }
        side={
          <Section title="Details">
            <Facts facts={REQUEST.factsOf(line)} />
          </Section>
        }
      />
    </>
  );
}

const COUNT = numberFormat({});

function Body({
  title,
  body,
  bytes,
  label,
}: {
  title: string;
  body: unknown;
  bytes: number | null;
  label: string;
}) {
  const size = `${COUNT(bytes ?? 0)} bytes`;
  return (
    <Section title={title}>
      {body === null ? (
        <p className="text-muted">{bytes ? REQUEST_TEXTS.notKept(size) : REQUEST_TEXTS.noBody}</p>
      ) : (
        <CodeBlock code={JSON.stringify(body, null, 2)} label={label} />
      )}
    </Section>
  );
}
