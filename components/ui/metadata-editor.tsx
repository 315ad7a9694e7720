'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { Input } from '@/components/ui/input';
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

function pairsOf(metadata: Metadata): Pair[] {
  return Object.entries(metadata).map(([key, value]) => ({
    id: nextId++,
    key,
    value: writeMetadataValue(value),
  }));
}

/** Key and value rows for a form: `value` is the initial value, each change calls `onChange`. */
export function MetadataFields({
  value,
  onChange,
}: {
  value: Metadata;
  onChange: (metadata: Metadata) => void;
}) {
  const [pairs, setPairs] = useState(() => pairsOf(value));
  const change = (next: Pair[]) => {
    setPairs(next);
    const filled = next.filter(({ key }) => key !== '');
    onChange(Object.fromEntries(filled.map((pair) => [pair.key, readMetadataValue(pair.value)])));
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
            label={`Remove ${pair.key || 'this pair'}`}
            icon={Trash2}
            onClick={() => change(pairs.filter(({ id }) => id !== pair.id))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        blockedBy={pairs.length >= 50 ? 'At most 50 pairs are allowed.' : null}
        onClick={() => change([...pairs, { id: nextId++, key: '', value: '' }])}
      >
        Add a pair
      </Button>
    </div>
  );
}

/** Metadata on an object's page: shown, and with `onSave` edited in place. */
export function MetadataEditor({
  metadata,
  onSave,
}: {
  metadata: Metadata;
  onSave?: (metadata: Metadata) => Promise<unknown>;
}) {
  const [draft, setDraft] = useState<Metadata | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const entries = Object.entries(metadata);

  async function save(next: Metadata) {
    if (!onSave || pending) return;
    setPending(true);
    setFailure(null);
    try {
      await onSave(next);
      setDraft(null);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  if (draft) {
    return (
      <div className="flex flex-col gap-3">
        <MetadataFields value={metadata} onChange={setDraft} />
        {failure !== null && <ErrorNote error={failure} />}
        <div className="flex gap-2">
          <Button variant="primary" size="small" pending={pending} onClick={() => save(draft)}>
            Save metadata
          </Button>
          <Button size="small" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {entries.length === 0 ? (
        <p className="text-muted">No metadata.</p>
      ) : (
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
      )}
      {onSave && (
        <Button size="small" onClick={() => setDraft(metadata)}>
          Edit metadata
        </Button>
      )}
    </div>
  );
}
