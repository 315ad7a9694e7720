import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { apiDocument } from '@/app/docs/document';
import { SectionPage } from '@/components/reference/section-page';
import { sectionTitle } from '@/components/reference/texts';
import { operationsOf } from '@/lib/client/api-document';
import { publicUrl } from '@/lib/runtime/env';

interface Props {
  params: Promise<{ section: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${sectionTitle((await params).section)} · API reference · Tilldesk` };
}

export default async function Page({ params }: Props) {
  const { section } = await params;
  const document = apiDocument();
  const operations = operationsOf(document, section);
  if (operations.length === 0) notFound();
  return (
    <SectionPage
      title={sectionTitle(section)}
      document={document}
      operations={operations}
      baseUrl={publicUrl()}
    />
  );
}
