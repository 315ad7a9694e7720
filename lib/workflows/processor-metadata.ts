import { jsonColumn } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import { findActive } from '@/lib/resources/payment-connections/service';
import { attempts } from '@/lib/resources/payments/service';
import type { MethodSetup } from '@/lib/resources/subscriptions/rules';
import { findSubscription } from '@/lib/resources/subscriptions/service';
import { intentSecretIn } from '@/lib/runtime/intent-secrets';

/** An answer with by what its buyer authenticates what waits for him (docs/contract/payments.md#authentication). */
export async function withProcessorMetadata<
  Answer extends { payment_processor_metadata: Record<string, unknown> },
>(scope: Scope, id: string, answer: Answer): Promise<Answer> {
  const row = await findSubscription(scope, id);
  const open = await attempts.findOpen(scope, id);
  const setup = jsonColumn<MethodSetup | null>(row.methodSetup);
  const sealed = open?.intentSecret ?? setup?.secret;
  if (!sealed) return answer;
  const connection = await findActive(scope, row.organizationId);
  const payment_processor_metadata = {
    ...(connection && { publishable_key: connection.publishableKey }),
    intent_client_secret: intentSecretIn(sealed),
    intent_status: 'requires_action',
  };
  return { ...answer, payment_processor_metadata };
}
