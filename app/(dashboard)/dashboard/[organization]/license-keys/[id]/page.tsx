import { pageRoute } from '@/app/(dashboard)/routes';
import { LicenseKeyPage } from '@/components/license-keys/license-key-page';

export default pageRoute(LicenseKeyPage);
