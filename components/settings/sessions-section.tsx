'use client';

import { useState } from 'react';
import { account as texts } from '@/components/settings/account-texts';
import { useListPage } from '@/components/settings/list-page';
import { SettingsTable } from '@/components/settings/settings-table';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { endOtherSessions, endSession, listSessions } from '@/lib/resources/accounts/contract';
import type { Session } from '@/lib/resources/accounts/schema';

/** The browsers in which the caller is signed in, with the way to end one or all others. */
export function SessionsSection() {
  const sessions = useListPage(listSessions, {});
  const [isEnding, setEnding] = useState(false);
  const others = (sessions.result.data?.pagination.total_count ?? 1) - 1;
  return (
    <Section title={texts.sessions}>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-muted">{texts.sessionsText}</p>
          {others > 0 && <Button onClick={() => setEnding(true)}>{texts.signOutOthers}</Button>}
        </div>
        <SettingsTable
          label="devices"
          list={sessions}
          keyOf={({ id }) => id}
          empty={null}
          columns={[
            { header: texts.device, cell: (session) => <Device session={session} /> },
            { header: texts.lastUsed, cell: (session) => <LastUsed session={session} /> },
            {
              header: texts.signedIn,
              cell: ({ created_at }) => <Time value={created_at} show="minute" />,
            },
            { header: texts.address, cell: ({ ip_address }) => ip_address ?? '–' },
            { header: '', cell: (session) => <EndButton session={session} /> },
          ]}
        />
      </div>
      {isEnding && <EndOthersDialog count={others} onClose={() => setEnding(false)} />}
    </Section>
  );
}

function deviceOf({ browser, os }: Session): string {
  return browser && os ? texts.browserOn(browser, os) : (browser ?? os ?? texts.unknownDevice);
}

function Device({ session }: { session: Session }) {
  return (
    <span className="font-medium wrap-anywhere">
      {deviceOf(session)}
      {session.is_current && (
        <span className="block font-normal text-muted">{texts.thisDevice}</span>
      )}
    </span>
  );
}

function LastUsed({ session: { is_current, last_used_at } }: { session: Session }) {
  return is_current ? texts.now : <Time value={last_used_at} show="minute" />;
}

function EndButton({ session }: { session: Session }) {
  const end = useCommand(endSession, {
    onSuccess: () => showToast(texts.signedOut),
    onError: (error) => showErrorToast(texts.notSignedOut, error),
  });
  if (session.is_current) return null;
  return (
    <Button
      size="small"
      aria-label={texts.signOutOne(deviceOf(session))}
      pending={end.isPending}
      onClick={() => end.mutate({ body: { id: session.id } })}
    >
      {texts.signOut}
    </Button>
  );
}

function EndOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useCommand(endOtherSessions, {
    onSuccess: () => showToast(texts.othersSignedOut),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.signOutOthers}
      verb={texts.signOutVerb}
      effects={texts.signingOutOthers(count)}
      onConfirm={() => end.mutateAsync({})}
    />
  );
}
