'use client';

import { Download } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Loading } from '@/components/portal/loading';
import { type OwnPages, useOwnPages } from '@/components/portal/portal';
import { LINED, Rows } from '@/components/portal/rows';
import { DOWNLOADS, HOME, NOUN, WHAT } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { showErrorToast } from '@/components/ui/toast';
import { downloadFile, saveFile } from '@/lib/client/download';
import { listDownloadables } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant, Downloadable } from '@/lib/resources/benefit-grants/schema';

/** Larger files are left to the browser, which writes them to the disk as they arrive. */
const IN_PAGE_MAX = 200 * 1024 * 1024;

const ROW =
  'flex min-h-11 w-full items-center gap-3 rounded-control py-2 text-left hover:bg-sunken aria-busy:cursor-wait';

/** The files of each purchase that the customer may download. */
export function Downloads({
  grants,
  title,
}: {
  grants: OwnPages<CustomerBenefitGrant>;
  title: (grant: CustomerBenefitGrant) => ReactNode;
}) {
  return (
    <Section title={HOME.downloads} className="gap-5!">
      <Rows of={grants} noun={NOUN.downloads} className="gap-5">
        {(grant) => (
          <div className="flex flex-col gap-1">
            {title(grant)}
            <Files benefitId={grant.benefit_id} />
          </div>
        )}
      </Rows>
    </Section>
  );
}

/** The files of a benefit; `initial` of them at first. */
export function Files({ benefitId, initial }: { benefitId: string; initial?: number }) {
  const files = useOwnPages(listDownloadables, { benefit_id: [benefitId] });
  return (
    <Loading of={files} what={WHAT.downloads}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-muted">{DOWNLOADS.none}</p>
        ) : (
          <Rows of={files} noun={NOUN.files} rowClassName={LINED} initial={initial}>
            {({ file }) => <FileRow file={file} />}
          </Rows>
        )
      }
    </Loading>
  );
}

/** A file; a click loads it, with its progress. */
function FileRow({ file }: { file: Downloadable['file'] }) {
  const { name, size, size_readable, download } = file;
  const [loaded, setLoaded] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const button = useRef<HTMLButtonElement>(null);
  const words = (
    <>
      <Download aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 text-accent underline decoration-line wrap-anywhere">
        {name}
      </span>
      <span className="shrink-0 text-sm text-muted">
        {loaded === null ? size_readable : DOWNLOADS.percent(percentOf(loaded, size))}
      </span>
    </>
  );
  if (size > IN_PAGE_MAX) {
    return (
      <a href={download.url} download={name} className={ROW}>
        {words}
      </a>
    );
  }

  async function load() {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setLoaded(0);
    try {
      const { signal } = controller;
      saveFile(await downloadFile(download.url, { onProgress: setLoaded, signal }), name);
    } catch (error) {
      if (!controller.signal.aborted) showErrorToast(DOWNLOADS.failed, error);
    } finally {
      running.current = null;
      setLoaded(null);
    }
  }

  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-2">
        <button
          ref={button}
          type="button"
          aria-busy={loaded !== null || undefined}
          onClick={load}
          className={ROW}
        >
          <span className="sr-only">{DOWNLOADS.download('')}</span>
          {words}
        </button>
        {loaded !== null && (
          <Button
            variant="ghost"
            className="-mr-3"
            onClick={() => {
              // This button goes with the progress.
              button.current?.focus();
              running.current?.abort();
            }}
          >
            {UI.cancel}
          </Button>
        )}
      </div>
      {loaded !== null && <ProgressBar label={DOWNLOADS.loading(name)} value={loaded} max={size} />}
    </div>
  );
}

function percentOf(loaded: number, size: number): number {
  return size === 0 ? 100 : Math.min(100, Math.floor((loaded / size) * 100));
}
