import { TestClockSettings } from '@/components/settings/test-clock-settings';

export default function Page() {
  return <TestClockSettings />;
}
