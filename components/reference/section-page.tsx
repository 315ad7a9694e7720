import { OperationView } from '@/components/reference/operation-view';
import { SchemaView } from '@/components/reference/schema-view';
import { REFERENCE } from '@/components/reference/texts';
import {
  type ApiDocument,
  type ReferenceOperation,
  schemaNamesOf,
} from '@/lib/client/api-document';

/** A section of the reference: its operations, then the objects that they take and answer, each once. */
export function SectionPage({
  title,
  document,
  operations,
  baseUrl,
}: {
  title: string;
  document: ApiDocument;
  operations: readonly ReferenceOperation[];
  baseUrl: string;
}) {
  const names = schemaNamesOf(document, operations);
  return (
    <>
      <h1 className="pb-6 text-2xl font-semibold tracking-tight">{title}</h1>
      {operations.map((operation) => (
        <OperationView
          key={operation.operationId}
          document={document}
          operation={operation}
          baseUrl={baseUrl}
        />
      ))}
      {names.length > 0 && (
        <section className="flex max-w-3xl flex-col gap-6 border-t border-line py-8">
          <h2 className="text-lg font-semibold">{REFERENCE.objects}</h2>
          {names.map((name) => (
            <section key={name} id={name} className="flex scroll-mt-16 flex-col gap-1">
              <h3 className="font-mono font-medium wrap-anywhere">{name}</h3>
              <SchemaView schema={document.components.schemas[name] ?? {}} />
            </section>
          ))}
        </section>
      )}
    </>
  );
}
