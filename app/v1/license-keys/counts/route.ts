import { countLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countLicenseKeys, service.countAll);
