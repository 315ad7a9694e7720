import { TokensSettings } from '@/components/settings/tokens-settings';

export default function Page() {
  return <TokensSettings />;
}
