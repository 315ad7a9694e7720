'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { showErrorToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getOrderInvoice } from '@/lib/resources/orders/contract';

/** The invoice of an order, as a page to print or as a PDF. */
export function InvoiceMenu({ orderId }: { orderId: string }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);

  /** Calls `use` with a fresh address of the document, which is a credential for an hour. */
  async function withAddress(use: (url: string) => void, onError?: () => void) {
    setPending(true);
    try {
      const asked = query(getOrderInvoice, { params: { id: orderId } });
      const { url } = await client.fetchQuery({ ...asked, staleTime: 0 });
      use(url);
    } catch (error) {
      onError?.();
      showErrorToast('Could not open the invoice.', error);
    } finally {
      setPending(false);
    }
  }

  function open() {
    // Opened synchronously in the click handler: popup blockers block a window that opens later.
    const tab = window.open('', '_blank');
    void withAddress(
      (url) => {
        if (tab) tab.location.href = url;
        else window.location.assign(url);
      },
      () => tab?.close(),
    );
  }

  return (
    <Menu
      trigger={
        <Button variant="primary" pending={pending}>
          Invoice
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <MenuItem icon={ExternalLink} onSelect={open}>
        Open invoice
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => void withAddress((url) => download(`${url}.pdf`))}>
        Download PDF
      </MenuItem>
    </Menu>
  );
}

/** Saves what an address of this origin answers; the page stays. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
