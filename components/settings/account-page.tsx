'use client';

import { useMe } from '@/components/session/organization';
import { PasswordSection } from '@/components/settings/password-section';
import { SessionsSection } from '@/components/settings/sessions-section';
import { account as texts } from '@/components/settings/texts';
import { TokenList } from '@/components/settings/tokens-settings';
import { DetailPage } from '@/components/shell/page';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';

/** Who is signed in, and the tokens with which his own programs act as him. */
export function AccountPage() {
  const { data: me } = useMe();
  return (
    <DetailPage crumbs={[{ label: texts.organizations, href: '/dashboard' }]} current={texts.title}>
      <h1 className="text-xl font-semibold tracking-tight">{texts.title}</h1>
      <Section title={texts.profile}>
        <Facts
          facts={[
            [texts.name, me?.user?.name],
            [texts.email, me?.user?.email],
          ]}
        />
      </Section>
      <PasswordSection />
      <SessionsSection />
      <Section title={texts.tokens}>
        <TokenList owner={null} />
      </Section>
    </DetailPage>
  );
}
