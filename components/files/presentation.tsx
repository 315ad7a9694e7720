import { Download, FileInput, Image, type LucideIcon } from 'lucide-react';
import { RowName } from '@/components/data-table/row-name';
import { SERVICES } from '@/components/files/texts';
import { presentation } from '@/components/resource/presentation';
import { created } from '@/components/resource/times';
import { CopyButton } from '@/components/ui/copy-button';
import { pluralize } from '@/components/ui/money';
import type { FileRead } from '@/lib/resources/files/schema';

const ICONS: Record<FileRead['service'], LucideIcon> = {
  downloadable: Download,
  product_media: Image,
  organization_avatar: Image,
  import: FileInput,
};

/** What files are called and how they are printed. */
export const FILE = presentation<FileRead>()('file', {
  name: ({ name }) => name,
  fields: {
    name: { label: 'Name', column: { sort: 'name', cell: (file) => <FileName file={file} /> } },
    type: {
      label: 'Type',
      value: ({ service }) => SERVICES[service],
      column: { sort: 'service', mobile: 'sub' },
    },
    format: { label: 'Format', value: ({ mime_type }) => mime_type },
    size: {
      label: 'Size',
      value: ({ size_readable }) => size_readable,
      column: { sort: 'size', sortFirst: 'desc', align: 'end', mobile: 'end' },
    },
    used: { label: 'Used by', column: { cell: usedBy } },
    version: { label: 'Version', value: ({ version }) => version ?? false },
    checksum: {
      label: 'SHA-256',
      value: ({ checksum_sha256_hex: checksum }) =>
        checksum !== null && <Checksum checksum={checksum} />,
    },
    created: { ...created(), label: 'Uploaded' },
  },
});

function FileName({ file: { name, service } }: { file: FileRead }) {
  const Icon = ICONS[service];
  return (
    <RowName picture={<Icon aria-hidden className="size-4 shrink-0 text-muted" />}>{name}</RowName>
  );
}

/** The one object that uses it by name, several by their number. */
function usedBy({ used_by: [first], used_by_count: count }: FileRead) {
  if (!first) return <span className="text-muted">Not used</span>;
  return count === 1 ? first.name : pluralize(count, 'object');
}

function Checksum({ checksum }: { checksum: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="text-xs">{checksum.slice(0, 16)}…</code>
      <CopyButton value={checksum} label="Copy SHA-256" />
    </span>
  );
}
