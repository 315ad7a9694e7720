import { OAuthAppsPage } from '@/components/oauth/apps-page';

export default OAuthAppsPage;
