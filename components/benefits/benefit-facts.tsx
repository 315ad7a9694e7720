'use client';

import type { ReactNode } from 'react';
import { PERMISSIONS } from '@/components/benefit-form/texts';
import { useDiscordServer } from '@/components/benefits/discord-server';
import { BENEFIT } from '@/components/benefits/presentation';
import { DETAIL } from '@/components/benefits/texts';
import { BENEFIT_TYPES } from '@/components/entities/benefit-types';
import { DOWNLOADS } from '@/components/entities/searchable-files';
import { useSelectedEntities } from '@/components/entity-picker/use-entity-search';
import { EntityLink } from '@/components/shell/entity-link';
import { Facts } from '@/components/ui/detail';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import type { Benefit } from '@/lib/resources/benefits/schema';

const { labels } = BENEFIT;

type Fact = readonly [name: string, value: ReactNode] | false;
type PropertiesOf<Type extends Benefit['type']> = Extract<Benefit, { type: Type }>['properties'];

/** What a benefit gives, by its type. */
export function BenefitFacts({ benefit }: { benefit: Benefit }) {
  return (
    <Section title={DETAIL.details}>
      <Facts
        facts={[
          [labels.type, BENEFIT_TYPES[benefit.type].label],
          ...propertyFacts(benefit),
          'connection_status' in benefit && [
            DETAIL.connection,
            benefit.connection_status === 'connected' ? DETAIL.connected : DETAIL.notConnected,
          ],
          [labels.created, <Time key="created" value={benefit.created_at} show="datetime" />],
          benefit.modified_at !== null && [
            labels.updated,
            <Time key="updated" value={benefit.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}

function propertyFacts(benefit: Benefit): Fact[] {
  switch (benefit.type) {
    case 'license_keys':
      return keyFacts(benefit.properties);
    case 'downloadables':
      return [[DETAIL.files, <Files key="files" {...benefit.properties} />]];
    case 'custom': {
      const { note } = benefit.properties;
      return [[DETAIL.note, note && <span className="whitespace-pre-line">{note}</span>]];
    }
    case 'ads': {
      const { image_width, image_height } = benefit.properties;
      return [[DETAIL.size, `${image_width} × ${image_height} px`]];
    }
    case 'discord':
      return [
        [DETAIL.server, <ServerName key="server" {...benefit.properties} />],
        [DETAIL.role, <RoleName key="role" {...benefit.properties} />],
      ];
    case 'github_repository': {
      const { repository_owner, repository_name, permission } = benefit.properties;
      return [
        [DETAIL.repository, <code key="name">{`${repository_owner}/${repository_name}`}</code>],
        [DETAIL.permission, PERMISSIONS.find(({ value }) => value === permission)?.label],
      ];
    }
  }
}

function keyFacts(properties: PropertiesOf<'license_keys'>): Fact[] {
  const { prefix, expires, activations, limit_usage } = properties;
  return [
    [DETAIL.prefix, prefix && <code>{prefix}</code>],
    [DETAIL.expires, expires ? DETAIL.after(expires.ttl, expires.timeframe) : DETAIL.never],
    [DETAIL.devices, activations ? DETAIL.upTo(activations.limit) : DETAIL.noDevices],
    activations !== null && [
      DETAIL.selfService,
      activations.enable_customer_admin ? DETAIL.selfServiceOn : DETAIL.selfServiceOff,
    ],
    [DETAIL.usage, limit_usage === null ? DETAIL.unlimited : formatCount(limit_usage)],
  ];
}

/** Its name where it is connected, else its id. */
function ServerName({ guild_id }: PropertiesOf<'discord'>) {
  const { server } = useDiscordServer(guild_id);
  return server?.guild_name ?? <code>{guild_id}</code>;
}

function RoleName({ guild_id, role_id }: PropertiesOf<'discord'>) {
  const { server } = useDiscordServer(guild_id);
  return server?.roles.find(({ id }) => id === role_id)?.name ?? <code>{role_id}</code>;
}

function Files({ files, archived }: PropertiesOf<'downloadables'>) {
  const found = useSelectedEntities(DOWNLOADS, files);
  if (files.length === 0) return DETAIL.noFiles;
  return (
    <ol className="flex flex-col gap-1">
      {files.map((id, index) => (
        <li key={id}>
          <EntityLink section="files" id={id}>
            {found[index]?.name ?? DETAIL.deletedFile}
          </EntityLink>{' '}
          <span className="text-muted">
            {archived[id] ? DETAIL.archived : found[index]?.size_readable}
          </span>
        </li>
      ))}
    </ol>
  );
}
