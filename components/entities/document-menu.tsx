'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { DOCUMENT_MENU } from '@/components/entities/texts';
import { Button } from '@/components/ui/button';
import type { ButtonStyle } from '@/components/ui/button-classes';
import { Menu, MenuItem } from '@/components/ui/menu';
import { showErrorToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import type { getOrderInvoice } from '@/lib/resources/orders/contract';
import type { getCreditNote } from '@/lib/resources/refunds/contract';

interface DocumentMenuProps extends Omit<ButtonStyle, 'icon'> {
  /** "Invoice", "Credit note". */
  label: string;
  /** Answers the document's address, which is a credential for an hour. */
  operation: typeof getOrderInvoice | typeof getCreditNote;
  /** Of the order or the refund. */
  id: string;
  /** Why there is none now. */
  blockedBy?: string | null;
}

/** An invoice or a credit note, as a page to print or as a PDF. */
export function DocumentMenu({
  label,
  operation,
  id,
  blockedBy = null,
  ...style
}: DocumentMenuProps) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const noun = label.toLowerCase();

  async function withAddress(use: (url: string) => void, onError?: () => void) {
    setPending(true);
    try {
      const { url } = await client.fetchQuery({
        ...query(operation, { params: { id } }),
        staleTime: 0,
      });
      use(url);
    } catch (error) {
      onError?.();
      showErrorToast(DOCUMENT_MENU.couldNotOpenThe(noun), error);
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

  if (blockedBy) {
    return (
      <Button {...style} blockedBy={blockedBy}>
        {label}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button {...style} pending={pending}>
          {label}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <MenuItem icon={ExternalLink} onSelect={open}>
        Open {noun}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => void withAddress((url) => download(`${url}.pdf`))}>
        {DOCUMENT_MENU.downloadPdf}
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
