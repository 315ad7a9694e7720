import { Download } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const downloadables: Look<'downloadables'> = {
  icon: Download,
  label: 'Downloads',
  noun: 'grant',
  /** No file, or only archived ones. */
  isEmpty: ({ files, archived }) => files.every((id) => archived[id]),
};
