'use client';

import { replaceEqualDeep } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Section } from '@/components/ui/section';
import type { Metadata } from '@/lib/contract/fields';

interface Pair {
  id: number;
  key: string;
  value: string;
}

let nextId = 0;

/** Parses a typed metadata value: `true`, `false` and whole numbers become that type unless they are quoted. */
export function readMetadataValue(text: string): Metadata[string] {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  const quoted = /^"(.*)"$/s.exec(text);
  return quoted ? (quoted[1] ?? '') : text;
}

/** Formats a metadata value for editing: a string that would parse as another type is quoted. */
export function writeMetadataValue(value: Metadata[string]): string {
  if (typeof value !== 'string') return String(value);
  return typeof readMetadataValue(value) === 'string' && !/^".*"$/s.test(value)
    ? value
    : `"${value}"`;
}

function emptyPair(): Pair {
  return { id: nextId++, key: '', value: '' };
}

function pairsOf(metadata: Metadata): Pair[] {
  return Object.entries(metadata).map(([key, value]) => ({
    id: nextId++,
    key,
    value: writeMetadataValue(value),
  }));
}

function metadataOf(pairs: readonly Pair[]): Metadata {
  const filled = pairs.filter(({ key }) => key !== '');
  return Object.fromEntries(filled.map((pair) => [pair.key, readMetadataValue(pair.value)]));
}

/** Key and value rows for a form. A row without a key is kept here alone. */
export function MetadataFields({
  value,
  hasFirstRow = false,
  onChange,
}: {
  value: Metadata;
  /** An empty row is there where there is no other. */
  hasFirstRow?: boolean;
  onChange: (metadata: Metadata) => void;
}) {
  const [pairs, setPairs] = useState(() => {
    const stored = pairsOf(value);
    return stored.length === 0 && hasFirstRow ? [emptyPair()] : stored;
  });
  const [shown, setShown] = useState(value);
  // Set from outside, as where the values of somebody else are taken over.
  if (value !== shown) {
    setShown(value);
    const own = metadataOf(pairs);
    if (replaceEqualDeep(own, value) !== own) setPairs(pairsOf(value));
  }
  const change = (next: Pair[]) => {
    setPairs(next);
    onChange(metadataOf(next));
  };
  const set = (id: number, part: Partial<Pair>) =>
    change(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  return (
    <div className="flex flex-col gap-2">
      {pairs.map((pair, index) => (
        <div key={pair.id} className="flex items-center gap-2">
          <Input
            aria-label={`Key ${index + 1}`}
            placeholder="key"
            value={pair.key}
            maxLength={40}
            className="font-mono text-xs"
            onChange={({ target }) => set(pair.id, { key: target.value })}
          />
          <Input
            aria-label={`Value ${index + 1}`}
            placeholder="value"
            value={pair.value}
            className="font-mono text-xs"
            onChange={({ target }) => set(pair.id, { value: target.value })}
          />
          <IconButton
            label={`Remove ${pair.key || 'this row'}`}
            icon={Trash2}
            onClick={() => change(pairs.filter(({ id }) => id !== pair.id))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        blockedBy={pairs.length >= 50 ? 'At most 50 rows are allowed.' : null}
        onClick={() => change([...pairs, emptyPair()])}
      >
        Add metadata
      </Button>
    </div>
  );
}

/** Metadata on an object's page. */
export function MetadataList({ metadata }: { metadata: Metadata }) {
  const entries = Object.entries(metadata);
  return (
    <dl className="w-full font-mono text-xs">
      {entries.map(([key, value]) => (
        <div key={key} className="flex items-baseline py-0.5">
          <dt className="leader text-muted">
            <span className="min-w-0 wrap-anywhere">{key}</span>
          </dt>
          <dd className="min-w-0 text-right wrap-anywhere">{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Metadata of an object to which none can be added: nothing where there is none. */
export function MetadataSection({
  metadata,
  title = 'Metadata',
}: {
  metadata: Metadata;
  title?: string;
}) {
  if (Object.keys(metadata).length === 0) return null;
  return (
    <Section title={title} className="no-print">
      <MetadataList metadata={metadata} />
    </Section>
  );
}
