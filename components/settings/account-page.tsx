'use client';

import { useMe } from '@/components/session/organization';
import { account as texts } from '@/components/settings/account-texts';
import { ChangeEmail } from '@/components/settings/change-email';
import { ChangeName } from '@/components/settings/change-name';
import { ConnectedAppsSection } from '@/components/settings/connected-apps-section';
import { DeleteAccountSection } from '@/components/settings/delete-account-section';
import { MembershipsSection } from '@/components/settings/memberships-section';
import { OwnPicture } from '@/components/settings/own-picture';
import { PasskeysSection } from '@/components/settings/passkeys-section';
import { PasswordSection } from '@/components/settings/password-section';
import { SessionsSection } from '@/components/settings/sessions-section';
import { TokenList } from '@/components/settings/tokens-settings';
import { TwoFactorSection } from '@/components/settings/two-factor-section';
import { DetailPage } from '@/components/shell/page';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';

/** Who is signed in, and the tokens with which his own programs act as him. */
export function AccountPage() {
  const { data: me } = useMe();
  return (
    <DetailPage crumbs={[{ label: texts.organizations, href: '/dashboard' }]} current={texts.title}>
      <h1 className="text-xl font-semibold tracking-tight">{texts.title}</h1>
      <div className="settles flex max-w-[53rem] flex-col gap-6">
        <Section title={texts.profile}>
          <Facts
            hasControls
            facts={[
              [
                texts.name,
                <span
                  key="name"
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
                >
                  {me?.user ? me.user.name : <Skeleton className="grows w-40" />}
                  {me?.user && <ChangeName name={me.user.name} />}
                </span>,
              ],
              [
                texts.email,
                <span
                  key="email"
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
                >
                  {me ? me.user?.email : <Skeleton className="grows w-40" />}
                  <ChangeEmail />
                </span>,
              ],
            ]}
          />
        </Section>
        <Section title={texts.picture}>
          <OwnPicture />
        </Section>
        <PasswordSection />
        <TwoFactorSection />
        <PasskeysSection />
        <SessionsSection />
        <ConnectedAppsSection />
        <Section title={texts.tokens}>
          <TokenList owner={null} />
        </Section>
        <MembershipsSection />
        <DeleteAccountSection />
      </div>
    </DetailPage>
  );
}
