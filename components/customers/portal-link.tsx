'use client';

import { Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { PORTAL_LINK } from '@/components/customers/texts';
import { useWhyNot } from '@/components/form/rights';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { UI } from '@/components/ui/texts';
import { useCommand } from '@/lib/client/queries';
import { createCustomerSession } from '@/lib/resources/customer-sessions/operations';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

/** A link that signs the customer in to the portal, for the seller to send. */
export function PortalLink({ customer }: { customer: CustomerWithTotals }) {
  const [isOpen, setOpen] = useState(false);
  const whyNot = useWhyNot();
  const { name, email } = customer;
  return (
    <>
      <Button icon={Link2} blockedBy={whyNot(createCustomerSession)} onClick={() => setOpen(true)}>
        {PORTAL_LINK.button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={PORTAL_LINK.title(name ?? email)}
        description={PORTAL_LINK.text(email)}
      >
        <LinkMaker customer={customer} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function LinkMaker({
  customer: { id },
  onClose,
}: {
  customer: CustomerWithTotals;
  onClose: () => void;
}) {
  const field = useRef<HTMLElement>(null);
  const { data, error, isPending, mutate } = useCommand(createCustomerSession);
  const input = { body: { customer_id: id } };
  return (
    <>
      {error && <ErrorNote error={error} />}
      {data && (
        <code
          ref={field}
          className="rounded-control border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere"
        >
          {data.customer_portal_url}
        </code>
      )}
      <DialogActions>
        <Button onClick={onClose}>{data ? PORTAL_LINK.close : UI.cancel}</Button>
        {data ? (
          <CopyButton
            primary
            value={data.customer_portal_url}
            label={PORTAL_LINK.copy}
            text={PORTAL_LINK.copy}
            target={field}
          />
        ) : (
          <Button variant="primary" pending={isPending} onClick={() => mutate(input)}>
            {PORTAL_LINK.create}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
