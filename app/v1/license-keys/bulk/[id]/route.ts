import { implement } from '@/lib/resources/implement';
import { getLicenseKeyBulk } from '@/lib/resources/license-key-bulks/contract';
import { get } from '@/lib/resources/license-key-bulks/service';

export const GET = implement(getLicenseKeyBulk, ({ scope, params }) => get(scope, params.id));
