import { pageRoute } from '@/app/(dashboard)/routes';
import { OAuthAppPage } from '@/components/oauth/app-page';

export default pageRoute(OAuthAppPage);
