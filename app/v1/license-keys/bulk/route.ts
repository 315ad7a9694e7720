import { implement } from '@/lib/resources/implement';
import { createLicenseKeyBulk } from '@/lib/resources/license-key-bulks/contract';
import { create } from '@/lib/resources/license-key-bulks/service';

export const POST = implement(createLicenseKeyBulk, ({ scope, body }) => create(scope, body));
