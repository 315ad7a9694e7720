'use client';

import { Download, Image, type LucideIcon } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { Filter } from '@/components/data-table/filters';
import { RowName } from '@/components/data-table/row-name';
import { createdColumn } from '@/components/data-table/time-columns';
import { ChooseFiles } from '@/components/files/choose-files';
import { LIST, SERVICES, UPLOAD } from '@/components/files/texts';
import { UploadList } from '@/components/files/upload-list';
import { useFileDrop } from '@/components/files/use-file-drop';
import { useUploads } from '@/components/files/use-uploads';
import { useUnsavedChanges } from '@/components/form/leave-guard';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { createFile, exportFiles, listFiles } from '@/lib/resources/files/contract';
import type { FileRead } from '@/lib/resources/files/schema';

const ICONS: Record<FileRead['service'], LucideIcon> = {
  downloadable: Download,
  product_media: Image,
  organization_avatar: Image,
};

const COLUMNS: readonly Column<FileRead>[] = [
  {
    id: 'name',
    header: LIST.columns.name,
    sort: 'name',
    cell: ({ name, service }) => {
      const Icon = ICONS[service];
      return (
        <RowName picture={<Icon aria-hidden className="size-4 shrink-0 text-muted" />}>
          {name}
        </RowName>
      );
    },
  },
  {
    id: 'type',
    header: LIST.columns.type,
    sort: 'service',
    mobile: 'sub',
    cell: ({ service }) => SERVICES[service],
  },
  {
    id: 'size',
    header: LIST.columns.size,
    sort: 'size',
    sortFirst: 'desc',
    align: 'end',
    mobile: 'end',
    cell: ({ size_readable }) => size_readable,
  },
  { id: 'used', header: LIST.columns.usedBy, cell: usedBy },
  createdColumn({ header: LIST.columns.created }),
];

/** The one object that uses it by name, several by their number. */
function usedBy({ used_by: [first], used_by_count: count }: FileRead) {
  if (!first) return <span className="text-muted">{LIST.unused}</span>;
  return count === 1 ? first.name : LIST.objects(count);
}

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'service',
    label: LIST.columns.type,
    options: Object.entries(SERVICES).map(([value, label]) => ({ value, label })),
  },
];

export function FilesPage() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const uploads = useUploads('downloadable', () => {});
  useUnsavedChanges(uploads.list.length > 0, UPLOAD.leave);
  const blockedBy = useWhyNot()(createFile);
  const { isOver, dropProps } = useFileDrop(blockedBy === null ? uploads.add : null);
  const upload = (
    <ChooseFiles variant="primary" label={LIST.choose} blockedBy={blockedBy} onFiles={uploads.add}>
      {LIST.upload}
    </ChooseFiles>
  );
  return (
    <ListPage title={LIST.title} actions={upload}>
      <div {...dropProps} className="contents">
        {isOver && (
          <div className="pointer-events-none fixed inset-2 z-50 rounded-dialog border-2 border-dashed border-accent" />
        )}
        <UploadList uploads={uploads} />
        <DataTable
          operation={listFiles}
          noun={LIST.noun}
          scope={{ organization_id: [id] }}
          columns={COLUMNS}
          filters={FILTERS}
          href={(file) => path(`files/${file.id}`)}
          exportOperation={exportFiles}
          firstRun={{
            ...LIST.firstRun,
            actions: (
              <CurlButton operation={listFiles} input={{ query: { organization_id: [id] } }} />
            ),
          }}
        />
      </div>
    </ListPage>
  );
}
