'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PictureControl } from '@/components/files/picture-control';
import { useWhyNot } from '@/components/form/rights';
import { ClientSecret, configurationOf } from '@/components/oauth/app-form';
import { APPS } from '@/components/oauth/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { accessOfApp, BETWEEN } from '@/components/settings/app-access';
import { CONNECTED } from '@/components/settings/app-texts';
import { DetailPage } from '@/components/shell/page';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { OutsideLink } from '@/components/ui/text-link';
import { FrozenTime, Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import type { Permission } from '@/lib/contract/permissions';
import { createFile } from '@/lib/resources/files/contract';
import {
  deleteOAuth2Client,
  getOAuth2Client,
  rotateOAuth2Secret,
  updateOAuth2Client,
} from '@/lib/resources/oauth-clients/contract';
import type { OAuth2Client } from '@/lib/resources/oauth-clients/schema';

/** One of the seller's own apps. */
export function OAuthAppPage({ id: client_id }: { id: string }) {
  const path = useOrganizationPath();
  const app = useQuery(query(getOAuth2Client, { params: { client_id } }));
  return (
    <DetailPage
      crumbs={[{ label: APPS.title, href: path('oauth-apps') }]}
      current={app.data?.client_name ?? APPS.one}
      isKnown={app.data !== undefined}
    >
      {/* Apps go by the real time, whatever the test clock shows. */}
      <FrozenTime now={null}>
        <QueryBoundary query={app} what={APPS.this}>
          {(found) => <Found app={found} />}
        </QueryBoundary>
      </FrozenTime>
    </DetailPage>
  );
}

function Found({ app }: { app: OAuth2Client }) {
  const path = useOrganizationPath();
  const [open, setOpen] = useState<'rotate' | 'delete' | null>(null);
  /** A new one, to be seen once. */
  const [secret, setSecret] = useState<string | null>(null);
  const { client_id, client_name } = app;
  const edit = path(`oauth-apps/${client_id}/edit`);
  usePageActions([{ label: APPS.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      <DetailHeader
        title={client_name}
        subtitle={<IdChip id={client_id} label={APPS.copyId} />}
        actions={
          <>
            <PrimaryAction>
              <LinkButton variant="primary" icon={Pencil} href={edit}>
                {APPS.edit}
              </LinkButton>
            </PrimaryAction>
            <ActionsMenu
              request={() => describeRequest(getOAuth2Client, { params: { client_id } })}
              groups={[
                [
                  app.client_secret !== '' && {
                    label: APPS.rotate,
                    icon: RotateCw,
                    onSelect: () => setOpen('rotate'),
                  },
                ],
                [
                  {
                    label: APPS.remove,
                    icon: Trash2,
                    danger: true,
                    onSelect: () => setOpen('delete'),
                  },
                ],
              ]}
            />
          </>
        }
      />
      <DetailColumns
        main={
          <>
            <Section title={APPS.redirects}>
              <ul className="-mt-3">
                {app.redirect_uris.map((uri) => (
                  <li
                    key={uri}
                    className="flex min-h-10 items-center justify-between gap-3 border-b border-line"
                  >
                    <span className="py-2 font-mono text-xs wrap-anywhere">{uri}</span>
                    <CopyButton value={uri} label={APPS.copyRedirect(uri)} />
                  </li>
                ))}
              </ul>
            </Section>
            <Section title={APPS.access}>
              <AccessFacts scopes={app.scope.split(' ') as Permission[]} />
            </Section>
          </>
        }
        side={
          <>
            <Section title={APPS.one}>
              <Facts facts={factsOf(app)} />
            </Section>
            <Section title={APPS.picture}>
              <Picture app={app} />
            </Section>
          </>
        }
      />
      <JsonView value={app} />
      {open === 'rotate' && (
        <RotateDialog app={app} onRotated={setSecret} onClose={() => setOpen(null)} />
      )}
      {secret !== null && <ClientSecret secret={secret} onDone={() => setSecret(null)} />}
      {open === 'delete' && <DeleteDialog app={app} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The app's picture, which is shown where it asks for access. */
function Picture({ app }: { app: OAuth2Client }) {
  const update = useCommand(updateOAuth2Client);
  const { client_id } = app;
  return (
    <PictureControl
      organizationId={useOrganization().id}
      name={app.client_name}
      url={app.picture_url}
      blockedBy={useWhyNot()(createFile)}
      show={(logo_uri) =>
        update.mutateAsync({ params: { client_id }, body: { ...configurationOf(app), logo_uri } })
      }
    />
  );
}

function factsOf(app: OAuth2Client): React.ComponentProps<typeof Facts>['facts'] {
  const links: [string, string | null][] = [
    [APPS.website, app.client_uri],
    [APPS.privacy, app.policy_uri],
    [APPS.terms, app.tos_uri],
  ];
  return [
    [APPS.kind, APPS.kinds[app.token_endpoint_auth_method]],
    [
      APPS.secret,
      <span key="secret" className={app.client_secret ? 'font-mono text-xs' : undefined}>
        {app.client_secret || APPS.noSecret}
      </span>,
    ],
    [APPS.users, app.users_count],
    ...links.flatMap(([label, href]): [string, React.ReactNode][] =>
      href === null
        ? []
        : [
            [
              label,
              <OutsideLink key={label} href={href}>
                {href}
              </OutsideLink>,
            ],
          ],
    ),
    [APPS.createdAt, <Time key="created" value={app.created_at} show="datetime" />],
  ];
}

function AccessFacts({ scopes }: { scopes: readonly Permission[] }) {
  const { knows, reads, changes } = accessOfApp(scopes);
  const groups: [string, string[]][] = [
    [CONNECTED.knows, knows],
    [CONNECTED.reads, reads],
    [CONNECTED.changes, changes],
  ];
  return (
    <Facts
      facts={groups.flatMap(([label, items]): [string, string][] =>
        items.length === 0 ? [] : [[label, items.join(BETWEEN)]],
      )}
    />
  );
}

interface DialogProps {
  app: OAuth2Client;
  onClose: () => void;
}

function RotateDialog({
  app: { client_id },
  onRotated,
  onClose,
}: DialogProps & { onRotated: (secret: string) => void }) {
  const rotate = useCommand(rotateOAuth2Secret);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={APPS.rotate}
      verb={APPS.rotate}
      effects={APPS.rotateText}
      onConfirm={async () => {
        const { client_secret } = await rotate.mutateAsync({ params: { client_id } });
        onRotated(client_secret);
      }}
    />
  );
}

function DeleteDialog({ app: { client_id, client_name, users_count }, onClose }: DialogProps) {
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(deleteOAuth2Client);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={APPS.removeTitle(client_name)}
      verb={APPS.remove}
      effects={APPS.effects(users_count)}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { client_id } });
        showToast(APPS.removed(client_name));
        router.push(path('oauth-apps'));
      }}
    />
  );
}
