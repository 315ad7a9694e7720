'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useRef, useState } from 'react';
import { REFERENCE } from '@/components/reference/texts';
import { classes } from '@/components/ui/classes';
import { Input } from '@/components/ui/input';
import { useShortcuts } from '@/components/ui/shortcuts';

export interface NavSection {
  tag: string;
  title: string;
  operations: readonly { anchor: string; summary: string; method: string; path: string }[];
}

export interface NavGroup {
  title: string;
  sections: readonly NavSection[];
}

/** The sections of the reference; typing lists the operations whose name, method or path have all words. */
export function ReferenceNav({ groups }: { groups: readonly NavGroup[] }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = groups.flatMap((group) => group.sections);
  return (
    <nav aria-label={REFERENCE.title} className="flex flex-col gap-4">
      <div className="relative">
        <Search
          aria-hidden
          className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          ref={input}
          type="search"
          aria-label={REFERENCE.search}
          placeholder={REFERENCE.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="w-full pl-8"
        />
      </div>
      {words.length > 0 ? (
        <Matches sections={sections} words={words} onChoose={() => setText('')} />
      ) : (
        <Contents groups={groups} />
      )}
    </nav>
  );
}

function Matches({
  sections,
  words,
  onChoose,
}: {
  sections: readonly NavSection[];
  words: readonly string[];
  onChoose: () => void;
}) {
  const found = sections.flatMap(({ tag, title, operations }) =>
    operations
      .filter(({ summary, method, path }) => {
        const all = `${title} ${summary} ${method} ${path}`.toLowerCase();
        return words.every((word) => all.includes(word));
      })
      .map((operation) => ({ ...operation, tag })),
  );
  if (found.length === 0) return <p className="text-muted">{REFERENCE.noMatch}</p>;
  return (
    <ul className="flex flex-col">
      {found.map(({ anchor, summary, method, path, tag }) => (
        <li key={anchor}>
          <Link
            href={`/docs/${tag}#${anchor}`}
            prefetch={false}
            onClick={onChoose}
            className="flex flex-col rounded-control px-2 py-1 hover:bg-sunken"
          >
            {summary}
            <span className="font-mono text-xs text-muted wrap-anywhere">
              {method} {path}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Contents({ groups }: { groups: readonly NavGroup[] }) {
  const pathname = usePathname();
  return (
    <>
      <NavLink href="/docs" isCurrent={pathname === '/docs'}>
        {REFERENCE.introduction}
      </NavLink>
      <NavLink href="/docs/webhooks" isCurrent={pathname === '/docs/webhooks'}>
        {REFERENCE.webhooks}
      </NavLink>
      {groups.map(({ title, sections }) => (
        <div key={title} className="flex flex-col">
          <p className="px-3 pb-1 text-xs text-muted">{title}</p>
          <ul>
            {sections.map((section) => {
              const isCurrent = pathname === `/docs/${section.tag}`;
              return (
                <li key={section.tag}>
                  <NavLink href={`/docs/${section.tag}`} isCurrent={isCurrent}>
                    {section.title}
                  </NavLink>
                  {isCurrent && <OperationLinks section={section} />}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </>
  );
}

function NavLink({
  href,
  isCurrent,
  children,
}: {
  href: string;
  isCurrent: boolean;
  children: string;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'flex h-8 items-center border-l-2 px-2.5 coarse:h-11',
        isCurrent
          ? 'border-accent bg-selected font-medium text-ink'
          : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

function OperationLinks({ section }: { section: NavSection }) {
  return (
    <ul className="py-1">
      {section.operations.map(({ anchor, summary }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="flex min-h-6 items-center border-l-2 border-transparent py-0.5 pr-2 pl-5 text-xs text-muted hover:text-ink coarse:min-h-11"
          >
            {summary}
          </a>
        </li>
      ))}
    </ul>
  );
}
