import type { Metadata } from 'next';
import { apiDocument } from '@/app/docs/document';
import { WEBHOOK_GUIDE } from '@/components/reference/texts';
import { WebhookGuide } from '@/components/reference/webhook-guide';

export const metadata: Metadata = { title: `${WEBHOOK_GUIDE.title} · API reference · Tilldesk` };

export default function Page() {
  return <WebhookGuide document={apiDocument()} />;
}
