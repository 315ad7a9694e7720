'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choicesOf, type Filter } from '@/components/data-table/filters';
import { idFilter } from '@/components/data-table/id-filter';
import { REQUEST } from '@/components/logs/presentation';
import { FILTER_TEXTS, REQUEST_TEXTS } from '@/components/logs/texts';
import { filtersOf } from '@/components/resource/filters';
import { RecordTable } from '@/components/resource/list-page';
import { useOrganization } from '@/components/session/organization';
import { ListPage } from '@/components/shell/page';
import { query } from '@/lib/client/queries';
import { numberFormat } from '@/lib/contract/formats';
import { exportRequestLogs, listRequestLogs } from '@/lib/resources/request-logs/contract';
import { LoggedMethod } from '@/lib/resources/request-logs/schema';
import { listTokens } from '@/lib/resources/tokens/contract';

/** So many tokens the filter offers. */
const MOST_TOKENS = 100;

/** The filters of the list, by the operations that there are and the organization's tokens. */
function filtersFor(
  operations: readonly string[],
  tokens: readonly { id: string; name: string }[],
): readonly Filter[] {
  const { statuses, method, token, object } = FILTER_TEXTS;
  return [
    ...filtersOf(REQUEST, [
      { field: 'status', kind: 'choice', param: 'status', options: choicesOf(statuses) },
      {
        field: 'operation',
        kind: 'text',
        param: 'operation',
        help: FILTER_TEXTS.operationHelp,
        suggestions: operations,
      },
    ]),
    {
      label: token,
      kind: 'choice',
      param: 'token_id',
      options: tokens.map(({ id, name }) => ({ value: id, label: name })),
    },
    idFilter({
      label: object,
      param: 'object_id',
      rare: true,
      help: FILTER_TEXTS.objectHelp,
    }),
    {
      label: method,
      kind: 'choice',
      param: 'method',
      rare: true,
      options: LoggedMethod.options.map((value) => ({ value, label: value })),
    },
  ];
}

/** The API log; `operations` are offered as filters. */
export function RequestsPage({ operations }: { operations: readonly string[] }) {
  const { id } = useOrganization();
  const own = { organization_id: [id], limit: MOST_TOKENS, sorting: ['name' as const] };
  const tokens = useQuery(query(listTokens, { query: own })).data?.items;
  const filters = useMemo(() => filtersFor(operations, tokens ?? []), [operations, tokens]);
  return (
    <ListPage title={REQUEST.words.title} notice={<Dropped />}>
      <RecordTable
        of={REQUEST}
        operation={listRequestLogs}
        filters={filters}
        exportOperation={exportRequestLogs}
        firstRun={{ title: REQUEST_TEXTS.firstRunTitle, text: REQUEST_TEXTS.firstRunText }}
      />
    </ListPage>
  );
}

const COUNT = numberFormat({});

/** Says how many requests are missing from the log, where any are. */
function Dropped() {
  const { id } = useOrganization();
  const { data } = useQuery(query(listRequestLogs, { query: { organization_id: [id], limit: 1 } }));
  if (!data?.dropped) return null;
  return <p className="text-muted">{REQUEST_TEXTS.dropped(COUNT(data.dropped))}</p>;
}
