import { InvoiceSettings } from '@/components/settings/invoice-settings';

export default function Page() {
  return <InvoiceSettings />;
}
