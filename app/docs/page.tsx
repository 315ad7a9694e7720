import type { Metadata } from 'next';
import { apiDocument, referenceGroups } from '@/app/docs/document';
import { Introduction } from '@/components/reference/introduction';
import { ResourceIndex } from '@/components/reference/resource-index';
import { publicUrl } from '@/lib/runtime/env';

export const metadata: Metadata = { title: 'API reference · Tilldesk' };

export default function Page() {
  return (
    <>
      <Introduction document={apiDocument()} baseUrl={publicUrl()} />
      <ResourceIndex groups={referenceGroups()} />
    </>
  );
}
