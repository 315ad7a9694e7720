'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { FileMenu } from '@/components/files/file-menu';
import { FILE } from '@/components/files/presentation';
import { DETAIL, SERVICES } from '@/components/files/texts';
import { ObjectPage } from '@/components/resource/object-page';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { Button } from '@/components/ui/button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { showErrorToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { downloadFile, getFile } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

export function FilePage({ id }: { id: string }) {
  return (
    <ObjectPage of={FILE} read={getFile} id={id}>
      {(file) => <FileDetail file={file} />}
    </ObjectPage>
  );
}

function FileDetail({ file }: { file: FileRead }) {
  return (
    <>
      <DetailHeader
        title={<span className="wrap-anywhere">{file.name}</span>}
        subtitle={
          <>
            <span>{SERVICES[file.service]}</span>
            <span>{file.size_readable}</span>
            <IdChip id={file.id} />
          </>
        }
        actions={
          <>
            <PrimaryAction>
              <DownloadButton file={file} />
            </PrimaryAction>
            <FileMenu file={file} />
          </>
        }
      />
      <DetailColumns
        main={
          <>
            <UsedBy file={file} />
            {'public_url' in file && (
              <Section title={DETAIL.preview}>
                {/* biome-ignore lint/performance/noImgElement: it is served as it was uploaded */}
                <img
                  src={file.public_url}
                  alt=""
                  className="h-64 w-full rounded-control border border-line bg-sunken object-scale-down sm:h-96"
                />
              </Section>
            )}
          </>
        }
        side={
          <Section title={DETAIL.details}>
            <Facts facts={FILE.factsOf(file)} />
          </Section>
        }
      />
      <JsonView value={file} />
    </>
  );
}

/** Downloads by a signed address, which is asked for when it is needed: it works for an hour. */
function DownloadButton({ file: { id, is_uploaded } }: { file: FileRead }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function download() {
    setPending(true);
    try {
      const found = await client.fetchQuery({
        ...query(downloadFile, { params: { id } }),
        staleTime: 0,
      });
      window.location.assign(found.download.url);
    } catch (error) {
      showErrorToast(DETAIL.downloadFailed, error);
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      variant="primary"
      icon={Download}
      pending={pending}
      blockedBy={is_uploaded ? null : DETAIL.incomplete}
      onClick={() => void download()}
    >
      {DETAIL.download}
    </Button>
  );
}

function UsedBy({ file: { service, used_by: uses, used_by_count: count } }: { file: FileRead }) {
  const path = useOrganizationPath();
  const unused = service === 'downloadable' ? DETAIL.unusedDownload : DETAIL.unusedPicture;
  return (
    <Section title={FILE.labels.used}>
      {count === 0 && <p className="text-muted">{unused}</p>}
      <ul className="-mt-2 flex flex-col empty:hidden">
        {uses.map(({ kind, id, name }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {kind === 'organization' ? (
                <TextLink href={path('settings/appearance')}>{name}</TextLink>
              ) : (
                <EntityLink section={`${kind}s`} id={id}>
                  {name}
                </EntityLink>
              )}
            </span>
            <span className="shrink-0 text-muted">{DETAIL.kinds[kind]}</span>
          </li>
        ))}
      </ul>
      {count > uses.length && <p className="text-muted">{DETAIL.more(count - uses.length)}</p>}
    </Section>
  );
}
