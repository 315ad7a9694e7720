// Holds what text says about documents: every mention of a page of docs/ and every link of a Markdown
// file leads to a file and a heading that exist, and rules are cited from docs/contract/ alone. Run by
// `npm run check`; prints what leads nowhere and exits with 1.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface TextFile {
  name: string;
  text: string;
}

/** A place in a text that names a page, and there perhaps a heading by its anchor. */
interface Citation {
  index: number;
  /** As it is written, for the message. */
  written: string;
  /** From the root of the repository. */
  page: string;
  anchor: string | undefined;
}

const CODE_FOLDERS = [
  'app',
  'bench',
  'components',
  'demo',
  'e2e',
  'lib',
  'prisma',
  'scripts',
  'testing',
];
const CODE = /\.(?:tsx?|mjs|sql|prisma)$/;
const GENERATED = 'lib/database/generated/';
const CONTRACT = 'docs/contract/';

/** What may be a comment of a code file: too much rather than too little, strings as well. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|--.*/g;
/** A page named by its path from the root, in a comment or in plain text. */
const MENTION = /(?<![\w./-]|\]\()(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g;
/** A link of a Markdown file, `[text](target)` or `[name]: target`. */
const LINK = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)/gm;
/** A file or folder of the repository that a page names as code, or a comment names; a module also without its ending. */
const NAMED =
  /(?<![\w./@-])((?:app|bench|components|demo|e2e|lib|prisma|scripts|testing)(?:\/(?:[\w.-]|\[[\w.]+\]|\([\w-]+\))+)+\/?)(?![\w<>*{…-])/g;
const MODULE_ENDINGS = ['', '.ts', '.tsx', '.mjs'];
/** Rules cited by section from documents outside of the repository; a comment may break in between. */
const FOREIGN = /\b(?:semantics(?:\s|\*|\/\/)+§|specification(?:\s|\*|\/\/)+(?:part\s+|§\s*)?\d)/gi;

const files = [
  ...CODE_FOLDERS.flatMap((folder) => readFolder(folder, CODE)),
  ...readFolder('docs', /\.md$/),
  ...(existsSync('README.md') ? [readText('README.md')] : []),
].filter(({ name }) => !name.startsWith(GENERATED));

const anchorsByPage = new Map<string, string[]>();

const violations = files.flatMap((file) => [
  ...brokenCitations(file),
  ...missingFiles(file),
  ...outsideCitations(file),
  ...ambiguousHeadings(file),
]);
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

/** Citations of a page or a heading that does not exist. */
function* brokenCitations(file: TextFile) {
  for (const { index, written, page, anchor } of citationsIn(file)) {
    const place = `${file.name}:${lineAt(file.text, index)}`;
    if (!existsSync(page)) yield `${place}: ${written} leads to no file`;
    else if (anchor && page.endsWith('.md') && !anchorsOf(page).includes(anchor)) {
      yield `${place}: ${written} leads to no heading of ${page}`;
    }
  }
}

/** Files and folders that are named and do not exist, such as a test that was renamed. */
function* missingFiles({ name, text }: TextFile) {
  for (const { index, 1: named = '' } of withoutFences(text).matchAll(NAMED)) {
    // The end of a sentence is none of the name.
    const file = named.replace(/\.$/, '');
    if (MODULE_ENDINGS.some((ending) => existsSync(file + ending))) continue;
    yield `${name}:${lineAt(text, index)}: there is no ${file}`;
  }
}

/** Sections of other documents: whoever clones the repository cannot read them. */
function* outsideCitations({ name, text }: TextFile) {
  for (const { index } of text.matchAll(FOREIGN)) {
    yield `${name}:${lineAt(text, index)}: cite the rule as ${CONTRACT}<page>.md#<heading>`;
  }
}

/** A heading of the contract is cited by its anchor, so a page has it once. */
function* ambiguousHeadings({ name, text }: TextFile) {
  if (!name.startsWith(CONTRACT)) return;
  const seen = new Set<string>();
  for (const anchor of headingsOf(text).map(anchorOf)) {
    if (seen.has(anchor)) yield `${name}: has two headings #${anchor}`;
    seen.add(anchor);
  }
}

function* citationsIn({ name, text }: TextFile): Generator<Citation> {
  for (const { index, 0: written, 1: page = '', 2: anchor } of text.matchAll(MENTION)) {
    yield { index, written, page, anchor };
  }
  if (!name.endsWith('.md')) return;
  for (const { index, 1: inline, 2: reference } of withoutCode(text).matchAll(LINK)) {
    const written = inline ?? reference ?? '';
    if (/^[a-z]+:/i.test(written)) continue;
    const [target = '', anchor] = written.split('#');
    const page = target === '' ? name : path.posix.join(path.posix.dirname(name), target);
    yield { index, written, page, anchor };
  }
}

/** The anchors of a page's headings as GitHub makes them: a repeated one gets a number. */
function anchorsOf(page: string): string[] {
  const known = anchorsByPage.get(page);
  if (known) return known;
  const counts = new Map<string, number>();
  const anchors = headingsOf(readFileSync(page, 'utf8')).map((heading) => {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  anchorsByPage.set(page, anchors);
  return anchors;
}

function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

function headingsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(
    ([, heading]) => heading ?? '',
  );
}

/** Blanks out code, so that every other character stays at its place. */
function withoutCode(text: string): string {
  return withoutFences(text).replace(/(`+)[\s\S]*?\1/g, blank);
}

function commentsOf(text: string): string {
  let comments = '';
  for (const { index, 0: comment } of text.matchAll(COMMENT)) {
    comments += blank(text.slice(comments.length, index)) + comment;
  }
  return comments;
}

function withoutFences(text: string): string {
  return text.replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, blank);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function readFolder(folder: string, kind: RegExp): TextFile[] {
  if (!existsSync(folder)) return [];
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => kind.test(name))
    .map(readText);
}

/** A Markdown file, or the comments of a code file, each at its place. */
function readText(name: string): TextFile {
  const text = readFileSync(name, 'utf8');
  return { name, text: CODE.test(name) ? commentsOf(text) : text };
}
