import { Link2 } from 'lucide-react';
import { Prose } from '@/components/reference/prose';
import { FieldView, SchemaView } from '@/components/reference/schema-view';
import { CREDENTIALS, NO_CREDENTIAL, REFERENCE } from '@/components/reference/texts';
import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';
import {
  type ApiDocument,
  anchorOf,
  bodyOf,
  nameOf,
  type Parameter,
  parametersOf,
  type ReferenceOperation,
  resolve,
  type Schema,
  successOf,
} from '@/lib/client/api-document';
import { exampleOf, requestOf } from '@/lib/client/api-example';
import { curlOf, fetchOf } from '@/lib/client/snippets';

/** An operation: what it does, what it takes and answers, and an example beside it. */
export function OperationView({
  document,
  operation,
  baseUrl,
}: {
  document: ApiDocument;
  operation: ReferenceOperation;
  /** The origin of the API. */
  baseUrl: string;
}) {
  const parameters = parametersOf(document, operation);
  const body = bodyOf(operation);
  const success = successOf(operation);
  const places = (['path', 'query', 'header'] as const).map((place) => ({
    place,
    own: parameters.filter((parameter) => parameter.in === place),
  }));
  return (
    <section
      id={anchorOf(operation)}
      className="grid scroll-mt-16 gap-x-10 gap-y-5 border-t border-line py-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Heading operation={operation} />
        {places.map(
          ({ place, own }) =>
            own.length > 0 && (
              <Part key={place} title={REFERENCE[place]}>
                <Parameters parameters={own} />
              </Part>
            ),
        )}
        {body && (
          <Part title={REFERENCE.body}>
            <SchemaView schema={resolve(document, body)} />
          </Part>
        )}
        <Part title={`${REFERENCE.returns} ${success.status}`}>
          {success.schema ? (
            <SchemaView schema={isList(success.schema) ? success.schema : link(success.schema)} />
          ) : (
            <p className="text-xs text-muted">{REFERENCE.noBody}</p>
          )}
        </Part>
        <Part title={REFERENCE.errors}>
          <p className="text-xs text-muted">
            {Object.keys(operation.responses)
              .filter((status) => status >= '400')
              .join(', ')}
          </p>
        </Part>
      </div>
      <Examples {...{ document, operation, baseUrl }} />
    </section>
  );
}

function Heading({ operation }: { operation: ReferenceOperation }) {
  const { method, path, summary, description, deprecated, security } = operation;
  const credentials = security.flatMap((scheme) => CREDENTIALS[Object.keys(scheme)[0] ?? ''] ?? []);
  return (
    <header className="flex flex-col gap-2">
      <h2 className="group flex items-center gap-2 text-lg font-semibold">
        {summary}
        <a
          href={`#${anchorOf(operation)}`}
          aria-label={REFERENCE.linkTo(summary)}
          className="rounded-control text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100 coarse:opacity-100"
        >
          <Link2 aria-hidden className="size-4" />
        </a>
      </h2>
      <p className="font-mono text-xs wrap-anywhere">
        <span className="font-semibold text-accent">{method}</span> {path}
      </p>
      <p className="text-xs text-muted">
        {deprecated && <strong className="font-medium text-warn">{REFERENCE.deprecated}. </strong>}
        {credentials.join(' or ') || NO_CREDENTIAL}
      </p>
      {description && <Prose text={description} className="flex max-w-prose flex-col gap-2" />}
    </header>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      {children}
    </div>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className="flex flex-col">
      {parameters.map(({ name, schema, required = false, description }) => (
        <FieldView
          key={name}
          name={name}
          schema={schema}
          isRequired={required}
          description={description}
        />
      ))}
    </dl>
  );
}

/** The fields of a list are its envelope; those of a named object are described below. */
function isList(schema: Schema): boolean {
  return nameOf(schema) === null && schema.properties !== undefined;
}

function link(schema: Schema): Schema {
  return nameOf(schema) === null ? schema : { anyOf: [schema] };
}

function Examples({
  document,
  operation,
  baseUrl,
}: {
  document: ApiDocument;
  operation: ReferenceOperation;
  baseUrl: string;
}) {
  const request = requestOf(document, operation, baseUrl);
  const { schema } = successOf(operation);
  const snippets = [
    { id: 'curl', label: 'curl', code: curlOf(request) },
    { id: 'typescript', label: 'TypeScript', code: fetchOf(request) },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Tabs
        label={operation.summary}
        tabs={snippets.map(({ id, label, code }) => ({
          id,
          label,
          content: <CodeBlock code={code} />,
        }))}
      />
      {schema && (
        <div className="flex flex-col gap-2">
          <p className="text-xs text-muted">{REFERENCE.example}</p>
          <CodeBlock
            code={JSON.stringify(exampleOf(document, schema, { isSent: false }), null, 2)}
          />
        </div>
      )}
    </div>
  );
}
