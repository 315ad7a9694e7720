'use client';

import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useUploads } from '@/components/files/use-uploads';
import { useWhyNot } from '@/components/form/rights';
import { KINDS, LIST, NEW, SOURCES } from '@/components/imports/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { ChooseFiles } from '@/components/ui/choose-files';
import { ErrorNote, ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { LinkButton } from '@/components/ui/link-button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { OutsideLink } from '@/components/ui/text-link';
import { UI } from '@/components/ui/texts';
import { query, useCommand } from '@/lib/client/queries';
import { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';
import { PLACES } from '@/lib/resources/import-formats/sources/places';
import { createImport, previewImport } from '@/lib/resources/imports/contract';
import type { ImportPreview } from '@/lib/resources/imports/schema';

/** What the columns of ours are read from, where somebody has chosen; an empty text is none. */
type Mapping = Readonly<Record<string, string>>;

/** Chooses what is imported, a file and its columns, and has it checked. `?kind=&source=` are chosen already. */
export function NewImportPage() {
  const asked = useSearchParams();
  const path = useOrganizationPath();
  const [kind, setKind] = useState(ImportKind.catch('customers').parse(asked.get('kind')));
  const [source, setSource] = useState(ImportSource.catch('custom').parse(asked.get('source')));
  const [file, setFile] = useState<{ id: string; name: string } | null>(null);
  const notAllowed = useWhyNot()(createImport);
  if (notAllowed !== null) return <p className="text-muted">{LIST.note}</p>;
  return (
    <div className="flex flex-col gap-8">
      <Section title={NEW.title} className="gap-4!">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={NEW.kind}>
            {(aria) => (
              <Select
                {...aria}
                value={kind}
                onChange={({ target }) => setKind(ImportKind.parse(target.value))}
              >
                {ImportKind.options.map((value) => (
                  <option key={value} value={value}>
                    {KINDS[value]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={NEW.source}>
            {(aria) => (
              <Select
                {...aria}
                value={source}
                onChange={({ target }) => setSource(ImportSource.parse(target.value))}
              >
                {ImportSource.options.map((value) => (
                  <option key={value} value={value}>
                    {SOURCES[value]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <FromApi of={{ kind, source }} />
        <ChosenFile file={file} onFile={setFile} />
      </Section>
      {file ? (
        // What was chosen for another file, kind or source is of no use here.
        <Columns key={`${file.id} ${kind} ${source}`} fileId={file.id} of={{ kind, source }} />
      ) : (
        <div>
          <LinkButton href={path('settings/imports')}>{UI.cancel}</LinkButton>
        </div>
      )}
    </div>
  );
}

/** Says of what the seller makes a file where the source exports none. */
function FromApi({ of: { kind, source } }: { of: Format }) {
  const place = PLACES[source][kind];
  if (place?.basis !== 'api') return null;
  return (
    <p className="text-muted">
      {NEW.fromApi(SOURCES[source])} <OutsideLink href={place.where}>{NEW.fields}</OutsideLink>
    </p>
  );
}

function ChosenFile({
  file,
  onFile,
}: {
  file: { name: string } | null;
  onFile: (file: { id: string; name: string }) => void;
}) {
  const uploads = useUploads('import', onFile);
  const [sending] = uploads.list;
  const isSending = sending !== undefined && !sending.error;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="font-medium">{NEW.file}</span>
      {file && <span className="wrap-anywhere">{file.name}</span>}
      <ChooseFiles
        icon={FileUp}
        label={NEW.chooseFile}
        accept=".csv,text/csv"
        multiple={false}
        pending={isSending}
        onFiles={(files) => {
          if (sending) uploads.stop(sending);
          uploads.add(files);
        }}
      >
        {file ? NEW.another : NEW.choose}
      </ChooseFiles>
      <p className="text-xs text-muted">{NEW.fileHelp}</p>
      {isSending && (
        <ProgressBar label={NEW.uploading(sending.file.name)} value={sending.share} max={1} />
      )}
      {sending?.error ? <ErrorNote error={sending.error} /> : null}
    </div>
  );
}

interface Format {
  kind: ImportKind;
  source: ImportSource;
}

/** The columns of a file, which of ours are read from them, and its first rows. */
function Columns({ fileId, of }: { fileId: string; of: Format }) {
  const preview = useQuery(query(previewImport, { params: { id: fileId }, query: of }));
  if (preview.data) return <Mapped fileId={fileId} of={of} preview={preview.data} />;
  if (preview.error) {
    return (
      <ErrorState
        what={NEW.preparing}
        error={preview.error}
        retrying={preview.isFetching}
        onRetry={() => void preview.refetch()}
      />
    );
  }
  return (
    <div aria-busy>
      <LoadingNote label={NEW.preparing} />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function Mapped({
  fileId: file_id,
  of,
  preview,
}: {
  fileId: string;
  of: Format;
  preview: ImportPreview;
}) {
  const { id: organization_id } = useOrganization();
  const path = useOrganizationPath();
  const router = useRouter();
  const [mapping, setMapping] = useState<Mapping>({});
  const check = useCommand(createImport);
  const columnOf = (name: string, preset: string | null) => mapping[name] ?? preset ?? '';
  const missing = preview.fields
    .filter(({ name, is_required, column }) => is_required && columnOf(name, column) === '')
    .map(({ name }) => name);
  const begin = async () => {
    try {
      const body = { organization_id, ...of, file_id, mapping: { ...mapping }, dry_run: true };
      const { id } = await check.mutateAsync({ body });
      router.push(path(`settings/imports/${id}`));
    } catch {
      // It is shown above the button.
    }
  };
  return (
    <>
      <Section title={NEW.mapping}>
        <p className="text-muted">{NEW.mappingText}</p>
        <ul className="flex flex-col border-t border-line">
          {preview.fields.map(({ name, description, is_required, column }) => (
            <li
              key={name}
              className="grid items-center gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-2"
            >
              <span className="min-w-0">
                <code className="font-mono text-sm wrap-anywhere">{name}</code>
                {is_required && <span className="text-muted"> · {NEW.required}</span>}
                <span className="block text-xs text-muted">{description}</span>
              </span>
              <Select
                aria-label={name}
                value={columnOf(name, column)}
                onChange={({ target }) => setMapping({ ...mapping, [name]: target.value })}
              >
                <option value="">{NEW.notRead}</option>
                {[...new Set(preview.columns)].map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
      </Section>
      <Preview of={preview} />
      <div className="flex flex-col items-start gap-2">
        <p className="text-muted">{NEW.checkText}</p>
        {check.error && <ErrorNote error={check.error} />}
        <div className="flex flex-wrap gap-2">
          <LinkButton href={path('settings/imports')}>{UI.cancel}</LinkButton>
          <Button
            variant="primary"
            pending={check.isPending}
            blockedBy={missing.length > 0 ? NEW.missing(missing) : null}
            onClick={() => void begin()}
          >
            {NEW.check}
          </Button>
        </div>
      </div>
    </>
  );
}

function Preview({ of: { columns, rows } }: { of: ImportPreview }) {
  if (rows.length === 0) return <p className="text-warn">{NEW.noRows}</p>;
  return (
    <Section title={NEW.preview}>
      <p className="text-muted">{NEW.previewText(rows.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well */}
      <section aria-label={NEW.rowsOfFile} tabIndex={0} className="max-h-96 overflow-auto">
        <table className="border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              {columns.map((column, place) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  key={place}
                  scope="col"
                  className="sticky top-0 border-b border-rule bg-background py-1.5 pr-4 text-left font-medium whitespace-nowrap"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and stay
              <tr key={number}>
                {columns.map((_, place) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                    key={place}
                    className="max-w-64 truncate border-b border-line py-1.5 pr-4"
                  >
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
