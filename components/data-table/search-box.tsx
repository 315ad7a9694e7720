'use client';

import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { TOOLBAR } from '@/components/data-table/texts';
import { Input } from '@/components/ui/input';

const PAUSE_MS = 250;

interface SearchBoxProps {
  /** The searched text of the URL, which changes as soon as `onSearch` is called. */
  value: string;
  onSearch: (text: string) => void;
  label: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Searches while typing, debounced; Enter and blur search at once. */
export function SearchBox({ value, onSearch, label, inputRef }: SearchBoxProps) {
  // What is typed and not searched yet.
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = draft ?? value;
  // A pending search would navigate back to a list that was left.
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string) {
    clearTimeout(timer.current);
    setDraft(null);
    onSearch(text);
  }

  return (
    <search className="relative w-72 max-md:min-w-0 max-md:flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(shown);
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          ref={inputRef}
          aria-label={label}
          placeholder={TOOLBAR.searchPlaceholder}
          value={shown}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          className="px-8"
          onChange={({ target }) => {
            const text = target.value;
            setDraft(text);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => send(text), PAUSE_MS);
          }}
          onBlur={() => {
            if (draft !== null) send(draft);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if (shown !== '') send('');
            else event.currentTarget.blur();
          }}
        />
        {shown !== '' && (
          <button
            type="button"
            aria-label={TOOLBAR.clearSearch}
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
