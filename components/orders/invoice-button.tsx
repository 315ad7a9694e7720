'use client';

import { useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { showErrorToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getOrderInvoice } from '@/lib/resources/orders/contract';

/** Opens the invoice of an order, to print or to keep. */
export function InvoiceButton({ orderId }: { orderId: string }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);

  async function open() {
    // Opened synchronously in the click handler: popup blockers block a window that opens later.
    const tab = window.open('', '_blank');
    setPending(true);
    try {
      const asked = query(getOrderInvoice, { params: { id: orderId } });
      const { url } = await client.fetchQuery({ ...asked, staleTime: 0 });
      if (tab) tab.location.href = url;
      else window.location.assign(url);
    } catch (error) {
      tab?.close();
      showErrorToast('Could not open the invoice.', error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button variant="primary" icon={FileText} pending={pending} onClick={open}>
      Invoice
    </Button>
  );
}
