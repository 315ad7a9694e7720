import { pluralize } from '@/components/ui/money';
import type { FileRead } from '@/lib/resources/files/schema';

// Words of uploads and of the pages of files.

export const UPLOAD = {
  checking: 'Checking the file',
  progressLabel: (name: string) => `Upload of ${name}`,
  stop: (name: string) => `Stop uploading ${name}`,
  remove: (name: string) => `Remove ${name}`,
  uploaded: (name: string) => `${name} is uploaded`,
  leave: {
    title: 'Stop uploading and leave?',
    text: 'Files that aren’t fully uploaded are lost.',
    leave: 'Stop and leave',
    stay: 'Keep uploading',
  },
} as const;

export const SERVICES: Record<FileRead['service'], string> = {
  downloadable: 'Download',
  product_media: 'Product image',
  organization_avatar: 'Logo',
  import: 'Import',
};

export const LIST = {
  upload: 'Upload files',
  choose: 'Choose files',
  firstRun: {
    title: 'Add files that customers can download.',
    text: 'Upload a file here, then add it to a benefit. Everyone who has the benefit can download it.',
  },
} as const;

export const DETAIL = {
  download: 'Download',
  downloadFailed: 'Couldn’t download the file.',
  rename: 'Rename',
  delete: 'Delete',
  details: 'Details',
  preview: 'Preview',
  unusedDownload: 'Nothing uses it yet. Add it to a benefit so that customers can download it.',
  unusedPicture: 'Nothing uses it. Unused images are removed after a while.',
  more: (count: number) => `And ${pluralize(count, 'other')}.`,
  kinds: { product: 'Product', benefit: 'Benefit', organization: 'Your logo' },
  incomplete: 'The upload isn’t complete.',
} as const;

export const RENAME = {
  title: 'Rename file',
  nameHelp: 'Customers see it when they download the file.',
  save: 'Save',
} as const;

export const DELETE = {
  verb: 'Delete file',
  isLogo: 'This is your logo. Choose another one in Settings first.',
  unused: 'Nothing uses this file.',
  undone: 'This can’t be undone.',
} as const;

/** What deleting a file takes away, in numbers. */
export function deleteEffects({ used_by: uses, used_by_count: count }: FileRead): string {
  if (count === 0) return DELETE.unused;
  if (count > uses.length)
    return `Removed from ${pluralize(count, 'product or benefit', 'products and benefits')}.`;
  const of = (kind: 'product' | 'benefit') => uses.filter((use) => use.kind === kind).length;
  const parts = [
    of('product') > 0 && pluralize(of('product'), 'product'),
    of('benefit') > 0 && pluralize(of('benefit'), 'benefit'),
  ].filter(Boolean);
  const loss = of('benefit') > 0 ? ' Customers can no longer download it.' : '';
  return `Removed from ${parts.join(' and ')}.${loss}`;
}

export const UPLOAD_FAILURE = {
  retry: 'Retry',
};

/** Words of the control of a picture. */
export const PICTURE = {
  saved: 'Picture saved.',
  removed: 'Picture removed.',
  notRemoved: 'Could not remove the picture.',
  notUndone: 'Could not undo it.',
  stop: 'Stop',
  upload: 'Upload picture',
  replace: 'Replace picture',
  remove: 'Remove',
  choose: 'Choose a picture',
  help: (size: string) => `Or drop it here. Square PNG, JPEG, WebP, GIF, or AVIF, up to ${size}.`,
} as const;
