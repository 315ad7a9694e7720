import { DAY_MS, HOUR_MS, hourOf } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import { displayKey, messageOf } from '@/lib/resources/license-keys/rules';
import { newId } from '@/lib/runtime/ids';

/** An address of documentation (RFC 5737). */
const OFFICE = '203.0.113.24';

/** What the demo's seller has changed lately, the oldest first. */
export async function makeAuditLog(
  { organizationId, userId }: { organizationId: string; userId: string },
  moment: Date,
): Promise<Prisma.AuditEntryCreateManyInput[]> {
  const client = db(null);
  const where = { organizationId };
  const [product, discount, refund, key, endpoint] = await Promise.all([
    client.product.findFirstOrThrow({ where: { ...where, name: 'Quill Pro' } }),
    client.discount.findFirstOrThrow({ where: { ...where, code: 'FRIENDS' } }),
    client.refund.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } }),
    client.licenseKey.findFirstOrThrow({ where: { ...where, status: 'disabled' } }),
    client.webhookEndpoint.findFirstOrThrow({ where: { ...where, disabledReason: null } }),
  ]);
  const change = (
    field: string,
    before: string | number | boolean | null,
    after: typeof before,
  ) => ({
    field,
    before,
    after,
  });
  const named = (kind: string, id: string | null, name: string | null = null) => ({
    objectKind: kind,
    objectId: id,
    objectName: name,
  });
  const entries = [
    [
      44 * DAY_MS,
      'organization.updated',
      named('organization', organizationId, 'Northlight Studio'),
      [
        change('bio', 'Tools for people who write.', 'Tools and textures for people who write.'),
        change('profile_settings.accent_color', null, '#185c68'),
      ],
    ],
    [
      31 * DAY_MS,
      'product.updated',
      named('product', product.id, product.name),
      [change('description', 'Everything in Quill.', product.description)],
    ],
    [
      19 * DAY_MS,
      'discount.updated',
      named('discount', discount.id, discount.name),
      [change('basis_points', 1000, 1500)],
    ],
    [
      6 * DAY_MS,
      'refund.created',
      named('refund', refund.id, refund.creditNoteNumber),
      [
        change('order_id', null, refund.orderId),
        change('amount', null, refund.amount),
        change('reason', null, refund.reason),
      ],
    ],
    [
      5 * DAY_MS,
      'license_key.updated',
      named('license_key', key.id, displayKey(key.key)),
      [change('status', 'granted', 'disabled')],
    ],
    [
      2 * DAY_MS,
      'member.invited',
      named('member', null, 'lena.voss@northlight.example'),
      [change('email', null, 'lena.voss@northlight.example'), change('role', null, 'admin')],
    ],
    [27 * HOUR_MS, 'list.exported', named('orders', null, 'orders'), [change('rows', null, 214)]],
    [3 * HOUR_MS, 'member.signed_in', named('member', userId), []],
    [
      HOUR_MS,
      'webhook_endpoint.updated',
      named('webhook_endpoint', endpoint.id, endpoint.url),
      [change('is_enabled', true, false)],
    ],
  ] as const;
  return entries.map(([ago, action, object, changes]) => ({
    id: newId(),
    organizationId,
    createdAt: new Date(moment.getTime() - ago),
    actor: { type: 'user', id: userId },
    action,
    ...object,
    changes: [...changes],
    requestId: newId(),
    clientAddress: OFFICE,
  }));
}

/** What buyers and their programs were refused today. */
export async function makeRefusals(
  organizationId: string,
  moment: Date,
): Promise<Prisma.RefusalCreateManyInput[]> {
  const client = db(null);
  const where = { organizationId };
  const [key, discount, attempt] = await Promise.all([
    client.licenseKey.findFirstOrThrow({
      where: { ...where, status: 'granted', limitActivations: { not: null } },
      orderBy: { createdAt: 'desc' },
    }),
    client.discount.findFirstOrThrow({ where: { ...where, code: 'LAUNCH' } }),
    client.paymentAttempt.findFirstOrThrow({
      where: { ...where, status: 'declined', checkoutId: { not: null } },
      orderBy: { createdAt: 'desc' },
    }),
  ]);
  const rowOf = ({
    ago,
    ...columns
  }: { ago: number } & Omit<
    Prisma.RefusalCreateManyInput,
    'id' | 'organizationId' | 'hour' | 'firstAt' | 'lastAt' | 'requestId'
  >) => {
    const lastAt = new Date(moment.getTime() - ago);
    const hour = hourOf(lastAt);
    return {
      id: newId(),
      organizationId,
      hour,
      firstAt: hour,
      lastAt,
      requestId: newId(),
      ...columns,
    };
  };
  return [
    rowOf({
      ago: 2 * HOUR_MS,
      count: 3,
      kind: 'license_activation',
      code: 'ACTIVATION_LIMIT_REACHED',
      detail: messageOf('ACTIVATION_LIMIT_REACHED'),
      operation: 'customer_portal:license_keys:activate',
      objectKind: 'license_key',
      objectId: key.id,
      objectName: displayKey(key.key),
      customerId: key.customerId,
    }),
    rowOf({
      ago: 5 * HOUR_MS,
      count: 14,
      kind: 'license_validation',
      code: 'NOT_FOUND',
      detail: messageOf('NOT_FOUND'),
      operation: 'customer_portal:license_keys:validate',
    }),
    rowOf({
      ago: 7 * HOUR_MS,
      count: 2,
      kind: 'discount_code',
      code: 'DISCOUNT_REFUSED',
      detail: "This discount can't be used for this checkout.",
      operation: 'checkouts:custom:client_update',
      objectKind: 'discount',
      objectId: discount.id,
      objectName: discount.name,
    }),
    rowOf({
      ago: 9 * HOUR_MS,
      count: 1,
      kind: 'payment',
      code: 'card_declined',
      detail: 'Your card was declined.',
      operation: 'checkouts:custom:client_confirm',
      objectKind: 'checkout',
      objectId: attempt.checkoutId,
      checkoutId: attempt.checkoutId,
    }),
  ];
}
