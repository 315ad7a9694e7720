import type { ReactNode } from 'react';
import { referenceGroups } from '@/app/docs/document';
import { ReferenceFrame } from '@/components/reference/reference-frame';

export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return <ReferenceFrame groups={referenceGroups()}>{children}</ReferenceFrame>;
}
