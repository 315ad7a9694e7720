import { pageRoute } from '@/app/(dashboard)/routes';
import { EditOAuthAppPage } from '@/components/oauth/app-form';

export default pageRoute(EditOAuthAppPage);
