'use client';

import { useQuery } from '@tanstack/react-query';
import { AUDIT, shownValue } from '@/components/audit/presentation';
import { AUDIT_TEXTS } from '@/components/audit/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { classes } from '@/components/ui/classes';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { query } from '@/lib/client/queries';
import { listAuditLog } from '@/lib/resources/audit-log/contract';
import type { AuditEntry } from '@/lib/resources/audit-log/schema';

const { words, section } = AUDIT;

/** A row of the audit log, which its list finds by the id. */
export function AuditEntryPage({ id }: { id: string }) {
  const organization = useOrganization();
  const list = { label: words.title, href: useOrganizationPath()(section) };
  const found = useQuery(
    query(listAuditLog, { query: { organization_id: [organization.id], query: id } }),
  );
  const entry = found.data?.items.find((one) => one.id === id);
  return (
    <DetailPage
      crumbs={[list]}
      current={entry ? AUDIT.name(entry) : words.one}
      isKnown={entry !== undefined}
    >
      <QueryBoundary query={found} what={words.this}>
        {() =>
          entry ? (
            <Entry entry={entry} />
          ) : (
            <EmptyState
              isPage
              drawing="record"
              title={UI.notFound(words.this)}
              actions={<LinkButton href={list.href}>{UI.allOf(list.label)}</LinkButton>}
            >
              {UI.notFoundText}
            </EmptyState>
          )
        }
      </QueryBoundary>
    </DetailPage>
  );
}

/** What is done outside of the calls that the API log keeps. */
const NOT_LOGGED = new Set([
  'list.export_started',
  'list.exported',
  'member.signed_in',
  'member.sign_in_refused',
  'member.two_factor_turned_on',
  'member.two_factor_turned_off',
  'member.recovery_codes_replaced',
  'oauth_app.created',
  'oauth_app.updated',
  'oauth_app.secret_rotated',
  'oauth_app.deleted',
  'oauth_app.revoked',
  'member.account_deleted',
  'member.passkey_added',
  'member.passkey_removed',
]);

function Entry({ entry }: { entry: AuditEntry }) {
  const path = useOrganizationPath();
  const { action, object, changes, request_id } = entry;
  return (
    <>
      <DetailHeader
        title={AUDIT.name(entry)}
        subtitle={object.name !== null && <bdi>{object.name}</bdi>}
        actions={
          request_id !== null &&
          !NOT_LOGGED.has(action) && (
            <LinkButton href={`${path('logs')}?query=${encodeURIComponent(request_id)}`}>
              {AUDIT_TEXTS.call}
            </LinkButton>
          )
        }
      />
      <DetailColumns
        main={
          <Section title={AUDIT.labels.changes}>
            {changes.length === 0 ? (
              <p className="text-muted">{AUDIT_TEXTS.noChanges}</p>
            ) : (
              <Changes changes={changes} />
            )}
          </Section>
        }
        side={
          <Section title={AUDIT_TEXTS.details}>
            <Facts facts={AUDIT.factsOf(entry)} />
          </Section>
        }
      />
    </>
  );
}

const CELL =
  'py-2 pr-4 align-top wrap-anywhere max-sm:block max-sm:py-0 sm:border-b sm:border-line';

// biome-ignore-start lint/a11y/noRedundantRoles: small screens lay the rows out as blocks, which takes the roles away

/** Each field with its value before and after; on small screens one below the other. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const columns = [
    [AUDIT_TEXTS.field, 'w-2/5'],
    [AUDIT_TEXTS.before, ''],
    [AUDIT_TEXTS.after, ''],
  ] as const;
  return (
    <table
      role="table"
      aria-label={AUDIT.labels.changes}
      className="-mt-3 w-full table-fixed border-separate border-spacing-0 max-sm:block"
    >
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row">
          {columns.map(([name, width]) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={classes(
                'h-9 border-b border-line pr-4 text-left font-normal text-muted',
                width,
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {changes.map(({ field, before, after }) => (
          <tr
            key={field}
            role="row"
            className="max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:border-b max-sm:border-line max-sm:py-3"
          >
            <th
              role="rowheader"
              scope="row"
              className={`${CELL} text-left font-mono text-xs leading-5 font-normal`}
            >
              {field}
            </th>
            <Value name={AUDIT_TEXTS.before} value={before} />
            <Value name={AUDIT_TEXTS.after} value={after} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  return (
    <td role="cell" className={`${CELL} max-sm:flex max-sm:gap-3`}>
      <span aria-hidden className="w-14 shrink-0 text-muted sm:hidden">
        {name}
      </span>
      <bdi className={value === null || value === '' ? 'text-muted' : 'whitespace-pre-wrap'}>
        {shownValue(value)}
      </bdi>
    </td>
  );
}

// biome-ignore-end lint/a11y/noRedundantRoles: as above
