'use client';

import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Input } from '@/components/ui/input';

const PAUSE_MS = 250;

interface SearchBoxProps {
  /** The searched text of the URL. */
  value: string;
  onSearch: (text: string) => void;
  label: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

interface Draft {
  text: string;
  sent: boolean;
}

/** Searches while typing, debounced; Enter and blur search at once. */
export function SearchBox({ value, onSearch, label, inputRef }: SearchBoxProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL holds the typed text now: the draft is dropped, so that Back changes the box too.
  if (draft?.sent && draft.text === value) setDraft(null);
  // A pending search would navigate back to a list that was left.
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string) {
    clearTimeout(timer.current);
    setDraft({ text, sent: true });
    onSearch(text);
  }

  return (
    <search className="relative min-w-0 flex-1 max-sm:basis-full sm:max-w-72">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(draft?.text ?? value);
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          ref={inputRef}
          aria-label={label}
          placeholder="Search"
          value={draft?.text ?? value}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          className="px-8"
          onChange={({ target }) => {
            const text = target.value;
            setDraft({ text, sent: false });
            clearTimeout(timer.current);
            timer.current = setTimeout(() => send(text), PAUSE_MS);
          }}
          onBlur={() => {
            if (draft && !draft.sent) send(draft.text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if ((draft?.text ?? value) !== '') send('');
            else event.currentTarget.blur();
          }}
        />
        {(draft?.text ?? value) !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            className="absolute top-1/2 right-1 inline-flex size-6 -translate-y-1/2 items-center justify-center rounded-control text-muted hover:text-ink"
            onClick={() => send('')}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </form>
    </search>
  );
}
