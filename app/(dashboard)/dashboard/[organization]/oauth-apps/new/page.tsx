import { NewOAuthAppPage } from '@/components/oauth/app-form';

export default NewOAuthAppPage;
