import { AppearanceSettings } from '@/components/settings/appearance-settings';

export default function Page() {
  return <AppearanceSettings />;
}
