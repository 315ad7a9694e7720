import * as repository from '@/lib/resources/customer-sessions/repository';
import { sendAccess, sendPortalAccess } from '@/lib/resources/customer-sessions/service';
import { handler } from '@/lib/runtime/jobs/job';

export const sendPortalAccessJob = handler(
  sendPortalAccess,
  ({ link_id, organization_id, sealed_email }) =>
    sendAccess({ linkId: link_id, organizationId: organization_id, sealedEmail: sealed_email }),
);

/** Deletes sessions and links that have expired. */
export function purgeCustomerSessions(now: Date): Promise<void> {
  return repository.deleteExpired(now);
}
