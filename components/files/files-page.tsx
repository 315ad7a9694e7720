'use client';

import { choicesOf } from '@/components/data-table/filters';
import { FILE } from '@/components/files/presentation';
import { LIST, SERVICES, UPLOAD } from '@/components/files/texts';
import { UploadList } from '@/components/files/upload-list';
import { useFileDrop } from '@/components/files/use-file-drop';
import { useUploads } from '@/components/files/use-uploads';
import { useUnsavedChanges } from '@/components/form/leave-guard';
import { useWhyNot } from '@/components/form/rights';
import { filtersOf } from '@/components/resource/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { ChooseFiles } from '@/components/ui/choose-files';
import { CurlButton } from '@/components/ui/curl-button';
import { createFile, exportFiles, listFiles } from '@/lib/resources/files/contract';

const FILTERS = filtersOf(FILE, [
  { field: 'type', kind: 'choice', param: 'service', options: choicesOf(SERVICES) },
]);

export function FilesPage() {
  const { id } = useOrganization();
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
    <ListPage title={FILE.words.title} actions={upload}>
      <div {...dropProps} className="contents">
        {isOver && (
          <div className="pointer-events-none fixed inset-2 z-50 rounded-dialog border-2 border-dashed border-accent" />
        )}
        <UploadList uploads={uploads} />
        <ResourceTable
          of={FILE}
          operation={listFiles}
          filters={FILTERS}
          exportOperation={exportFiles}
          firstRun={{
            ...LIST.firstRun,
            actions: (
              <>
                {upload}
                <CurlButton operation={listFiles} input={{ query: { organization_id: [id] } }} />
              </>
            ),
          }}
        />
      </div>
    </ListPage>
  );
}
