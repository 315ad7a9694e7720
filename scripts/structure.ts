// Checks the architecture (README, "Contribute"): which way imports point, that folders import in no
// circle, and where things lie. Run by `npm run check`; prints each violation and exits with 1.

import path from 'node:path';
import { BenefitType } from '@/lib/resources/benefits/schema';
import { folderCycles } from './folder-cycles';
import { type Node, readFolder, type SourceFile, walk, withoutExtension } from './source';

/** The rooms from the ground up (docs/architecture.md): a file imports from its own room and those before it. */
const ROOMS: readonly (readonly [name: string, files: RegExp])[] = [
  ['lib/contract', /^lib\/contract\//],
  ['lib/client', /^lib\/client\//],
  ['lib/runtime', /^lib\/runtime\/(?!(cli|installation|jobs)\/)/],
  ['lib/database', /^lib\/database\//],
  ['lib/runtime/jobs', /^lib\/runtime\/jobs\//],
  ['lib/api', /^lib\/api\//],
  ['lib/auth', /^lib\/auth\//],
  ['lib/integrations', /^lib\/integrations\//],
  ['lib/runtime/installation', /^lib\/runtime\/installation\//],
  ['lib/server', /^lib\/server\//],
  // Resources and the commands that span them, then the files that put resources together.
  ['a resource', /^lib\/resources\/[\w-]+\//],
  ['lib/workflows', /^lib\/workflows\//],
  ['lib/resources', /^lib\/resources\/[^/]+$/],
  ['demo', /^demo\//],
  ['lib/runtime/cli', /^lib\/runtime\/cli\//],
  ['components', /^components\//],
  ['app', /^app\//],
];
/** What a resource's folder may hold, beside tests. */
const RESOURCE_FILES = [
  'schema',
  'contract',
  'operations',
  'rules',
  'repository',
  'relations',
  'serialize',
  'service',
  'commands',
  'jobs',
];
/** Folders below a resource's folder: of one file a kind, type, source or template, and of what prints a document in a thread. */
const RESOURCE_FOLDERS = ['kinds', 'print', 'sources', 'templates', 'types'];
/** Files with names of their own, each with its reason. */
const FURTHER_FILES = [
  // What each kind of mail prints, as it is stored: neither a wire shape nor a decision.
  'lib/resources/mails/kinds.ts',
  // What a paid checkout leads to: a half of payments/commands.ts, which is long without it.
  'lib/resources/payments/fulfill.ts',
  // Decisions on subscriptions that browsers need not load, as they load rules.ts.
  'lib/resources/subscriptions/life-cycle.ts',
];
/** The only places that know one type of benefit from another (lib/resources/benefits/types/type-rules.ts). */
const BY_BENEFIT_TYPE = /^(lib\/resources\/benefits\/types|components\/benefit-types)\//;
const BENEFIT_TYPES: readonly string[] = BenefitType.options;
/** Names of types that are names of other things as well, such as amounts and platforms. */
const SHARED_NAMES = ['custom', 'discord'];
const NAMES_OF_TYPE = /^(benefit_?)?type$/i;
/** Of statements: `b.type = 'ads'`, `CASE b.type WHEN 'ads'`. */
const TYPE_IN_SQL = new RegExp(`\\btype\\b[^;\\n]{0,40}'(${BenefitType.options.join('|')})'`);
/** What is given its time by a scope, which whoever calls it (a request, a page, a task) has begun in real time. */
const TIMED = /^lib\/(resources\/[\w-]+|workflows)\//;
/** The only places that send requests: with the typed client, and what forwards events to a developer's receiver. */
const CALLERS = [
  'lib/client/client.ts',
  'lib/client/download.ts',
  'lib/client/live.ts',
  'lib/client/upload.ts',
  'lib/runtime/cli/listen.ts',
];
/** Constructors that open a connection, and the objects that hold `fetch`. */
const REQUESTS = ['XMLHttpRequest', 'EventSource', 'WebSocket'];
const GLOBALS = ['globalThis', 'window', 'self'];
/** The only file that formats by the system's ICU, whose versions print other characters. */
const FORMATS = 'lib/contract/formats.ts';
/** The currency table, and the sandbox, which is an outside system with a default of its own. */
const CURRENCIES = ['lib/contract/money.ts', 'lib/integrations/payments/sandbox.ts'];
/** Where words stand that mails print. */
const MAIL_WORDS = /^lib\/resources\/(mails\/templates\/|payments\/rules\.ts$)/;
/** Run in the browser as well: they reach nothing but each other and these packages. */
const ISOMORPHIC =
  /^lib\/(contract\/|client\/client$|resources\/registry$|resources\/[\w-]+\/(schema|contract|operations|rules)$)/;
const ISOMORPHIC_PACKAGES = ['zod', '@tanstack/react-query', 'react'];
/** What reads and writes rows, or declares how. */
const DATA =
  /^(@prisma\/|pg$|lib\/database\/(connection\/(client|execute|sql)$|generated\/|query\/|rows\/)|lib\/resources\/[\w-]+\/relations$)/;
/** Ways to rows past those of docs/architecture.md#rows. */
const RAW_STATEMENTS = /^(\$(query|execute)Raw(Unsafe)?|selectCells)$/;
/** What only the server has. */
const SERVER = /^lib\/(api|database|integrations|server|runtime)\//;
/** What asks outside systems; the resources and workflows decide, and pages ask those. */
const INTEGRATORS = /^(lib\/(integrations|resources|workflows|runtime)\/|demo\/)/;
/** The only code beside it that may use the demo data: the commands that seed. */
const SEEDERS = /^(demo|lib\/runtime\/cli)\//;

const files = ['app', 'components', 'demo', 'lib', 'e2e', 'testing'].flatMap(readFolder);
const production = files.filter(({ name }) => !isTest(name));
const byName = new Map(files.map((file) => [withoutExtension(file.name), file]));

const violations = [
  ...files.flatMap((file) => [...fileNames(file), ...barrels(file)]),
  ...production.flatMap((file) => [
    ...layers(file),
    ...resourceFolder(file),
    ...dataAccess(file),
    ...rawStatements(file),
    ...isomorphism(file),
    ...requests(file),
    ...clocks(file),
    ...formats(file),
    ...currencies(file),
    ...apostrophes(file),
    ...effects(file),
    ...benefitTypes(file),
  ]),
  ...circles(),
];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

/** Imports go down; repositories are their resource's own. */
function* layers({ name, imports }: SourceFile) {
  const resource = resourceOf(name);
  const own = roomOf(name);
  if (own < 0) yield `${name} is in no room: ${ROOMS.map(([room]) => room).join(', ')}`;
  for (const { target } of imports) {
    const room = roomOf(target);
    if (own >= 0 && room > own) {
      yield `${name} imports ${target}: ${ROOMS[room]?.[0]} is above ${ROOMS[own]?.[0]}`;
    } else if (target.startsWith('demo/') && !SEEDERS.test(name)) {
      yield `${name} imports ${target}: only commands that seed use demo data`;
    }
    if (target === 'lib/api/context' && !name.startsWith('lib/api/')) {
      yield `${name} imports ${target}: commands take a Scope, see lib/api/commands.ts`;
    }
    if (target.startsWith('lib/integrations/') && !INTEGRATORS.test(name)) {
      yield `${name} imports ${target}: outside systems are asked by resources and workflows`;
    }
    if (target.startsWith('testing/'))
      yield `${name} imports ${target}: the product uses no test code`;
    if (target.endsWith('/repository') && resourceOf(target) && resourceOf(target) !== resource) {
      yield `${name} imports ${target}: call that resource's service instead`;
    }
  }
}

/** A resource's folder holds a closed set of file names, and its contract only contracts. */
function* resourceFolder({ name, program }: SourceFile) {
  const [, , , folder, ...below] = name.split('/');
  if (!resourceOf(name) || FURTHER_FILES.includes(name)) return;
  if (below.length > 0 && RESOURCE_FOLDERS.includes(folder ?? '')) return;
  const kind = path.basename(name, '.ts');
  if (!RESOURCE_FILES.includes(kind)) {
    yield `${name}: a resource has ${RESOURCE_FILES.join(', ')} and tests only`;
  }
  if (kind !== 'contract') return;
  const statements = program.body as Node[];
  const resources = statements.flatMap(constantsOf).flatMap(({ id, init }) => {
    return calleeOf(init as Node | null) === 'resource' ? [nameOf(id)] : [];
  });
  for (const statement of statements.filter(({ type }) => type.startsWith('Export'))) {
    const constants = constantsOf(statement.declaration as Node | null);
    if (constants.length === 0 || !constants.every((one) => declaresContract(one, resources))) {
      yield `${name} exports more than contracts`;
    }
  }
}

function constantsOf(statement: Node | null): Node[] {
  return statement?.type === 'VariableDeclaration' ? (statement.declarations as Node[]) : [];
}

/** `contract(…)`, `countsOf(…)`, `exportOf(…)`, or `orders.list(…)` where `orders` is a `resource(…)` of the file. */
function declaresContract({ init }: Node, resources: readonly string[]): boolean {
  const call = init as Node | null;
  if (['contract', 'countsOf', 'exportOf'].includes(calleeOf(call))) return true;
  const { object } = (call?.callee ?? {}) as Partial<Node>;
  return resources.includes(nameOf(object));
}

/** Prisma and SQL stay in repositories and in the relations that they share; serializers know row types. */
function* dataAccess({ name, imports }: SourceFile) {
  if (!(resourceOf(name) || /^(app|components)\//.test(name))) return;
  if (/\/(repository|relations)\.ts$/.test(name)) return;
  for (const { target, isType } of imports) {
    if (DATA.test(target) && !(isType && name.endsWith('/serialize.ts'))) {
      yield `${name} imports ${target}: data is reached through a repository`;
    }
  }
}

/** Outside of lib/database statements are written for `execute` alone. */
function* rawStatements({ name, program }: SourceFile) {
  if (!/^(app|components|demo|lib)\//.test(name) || name.startsWith('lib/database/')) return;
  let isRaw = false;
  walk(program, (node) => {
    isRaw ||= RAW_STATEMENTS.test(nameOf(node));
    return undefined;
  });
  if (isRaw) yield `${name} runs a statement past execute, see docs/architecture.md`;
}

/** What runs in the browser too reaches, on any way, nothing of the server. */
function* isomorphism({ name }: SourceFile) {
  const isComponent = name.startsWith('components/');
  if (!isComponent && !ISOMORPHIC.test(withoutExtension(name))) return;
  const ways = new Map<string, string[]>([[withoutExtension(name), [name]]]);
  for (const [reached, way] of ways) {
    for (const { target, isType } of byName.get(reached)?.imports ?? []) {
      if (isType || ways.has(target)) continue;
      const isPackage = !byName.has(target) && !/^(lib|components)\//.test(target);
      const isForeign = isPackage && !(isComponent || ISOMORPHIC_PACKAGES.includes(target));
      if (SERVER.test(target) || isForeign || target.startsWith('node:')) {
        yield `${[...way, target].join(' → ')}: this also runs in browsers`;
        return;
      }
      ways.set(target, [...way, target]);
    }
  }
}

function* fileNames({ name }: SourceFile) {
  if (/\/(index|utils?|helpers?|common|misc)\.tsx?$/.test(name)) {
    yield `${name}: name a file after what is in it`;
  }
}

function* barrels({ name, program }: SourceFile) {
  if ((program.body as Node[]).some(({ type }) => type === 'ExportAllDeclaration')) {
    yield `${name} is a barrel: import from where things are`;
  }
}

/** Requests are sent by the typed client alone. */
function* requests({ name, program }: SourceFile) {
  if (CALLERS.includes(name)) return;
  let isCalling = false;
  walk(program, (node, parent) => {
    if (node.type === 'MemberExpression') {
      const { object, property } = node as unknown as Record<string, Node>;
      isCalling ||= nameOf(property) === 'sendBeacon';
      isCalling ||= nameOf(property) === 'fetch' && GLOBALS.includes(nameOf(object));
    }
    isCalling ||= node.type === 'NewExpression' && REQUESTS.includes(nameOf(node.callee));
    isCalling ||= nameOf(node) === 'fetch' && isRead(node, parent);
    return undefined;
  });
  if (isCalling) yield `${name} calls a server past ${CALLERS.join(' and ')}`;
}

/** A rule asks its scope for the time of an organization, which may have a test clock. */
function* clocks({ name, imports, program }: SourceFile) {
  if (!TIMED.test(name)) return;
  let isReading = imports.some(({ target }) => target === 'lib/runtime/clock');
  walk(program, (node) => {
    const { callee, arguments: given } = node as unknown as { callee?: Node; arguments?: Node[] };
    const isNow = node.type === 'NewExpression' && given?.length === 0;
    isReading ||= isNow && nameOf(callee) === 'Date';
    const { object, property } = (callee ?? {}) as unknown as Record<string, Node>;
    isReading ||= nameOf(object) === 'Date' && nameOf(property) === 'now';
    return undefined;
  });
  if (isReading) yield `${name} reads the real time: take clockOf, or realTime of the context`;
}

/** Dates, numbers and lists are formatted by one module, with the same characters on the server and in every browser. */
function* formats({ name, program }: SourceFile) {
  if (name === FORMATS) return;
  let isFormatting = false;
  walk(program, (node, parent) => {
    isFormatting ||= nameOf(node) === 'Intl' && !parent?.type.startsWith('TS');
    if (node.type !== 'MemberExpression') return undefined;
    const { property } = node as unknown as { property: Node };
    const called = nameOf(property) || String(property.value);
    isFormatting ||= /^(Intl|toLocale\w*String)$/.test(called);
    return undefined;
  });
  if (isFormatting) yield `${name} formats by itself: take a format of ${FORMATS}`;
}

/** Which currencies there are, and which one is meant where none is named, is said by the table alone. */
function* currencies({ name, program }: SourceFile) {
  if (CURRENCIES.includes(name)) return;
  let isNaming = false;
  walk(program, (node) => {
    const { raw = '' } = (node.value ?? {}) as { raw?: string };
    isNaming ||= node.type === 'Literal' && node.value === 'usd';
    isNaming ||= node.type === 'TemplateElement' && /\busd\b/.test(raw);
    return undefined;
  });
  if (isNaming) yield `${name} names a currency: take it from ${CURRENCIES[0]}`;
}

/** Mails are set with typographic apostrophes; the name of a font in a list of them is no word. */
function* apostrophes({ name, program }: SourceFile) {
  if (!MAIL_WORDS.test(name)) return;
  const straight: string[] = [];
  walk(program, ({ type, value }) => {
    const words = type === 'TemplateElement' ? (value as { raw: string }).raw : value;
    if (typeof words === 'string' && /\p{L}'(?!,)|^'s\b/u.test(words)) straight.push(words);
    return undefined;
  });
  for (const words of straight) yield `${name} has a straight apostrophe, not ’: ${words}`;
}

/** Whether an identifier stands for its value: not for a property, a parameter or a declared name. */
function isRead(node: Node, parent: Node | null): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed === true;
    case 'Property':
      return parent.value === node && parent.shorthand !== true;
    case 'CallExpression':
    case 'NewExpression':
    case 'AssignmentExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ArrowFunctionExpression':
    case 'ReturnStatement':
      return !(parent.type === 'ArrowFunctionExpression' && parent.body !== node);
    case 'VariableDeclarator':
      return parent.init === node;
    default:
      return false;
  }
}

/** State is computed, not copied: an effect sets none as it runs, only later, from a callback. */
function* effects({ name, program }: SourceFile) {
  const setters = new Set<string>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator') return undefined;
    if (!/^use(State|Reducer)$/.test(calleeOf(node.init as Node | null))) return undefined;
    const { elements = [] } = node.id as { elements?: (Node | null)[] };
    // State that is never set, only made once, has no setter.
    if (elements[1]) setters.add(nameOf(elements[1]));
    return undefined;
  });
  const found: string[] = [];
  walk(program, (node) => {
    if (!/^use(Layout|Insertion)?Effect$/.test(calleeOf(node))) return undefined;
    const [effect] = node.arguments as Node[];
    if (!effect) return undefined;
    walk(effect.body as Node, (inner) => {
      if (setters.has(calleeOf(inner))) found.push(calleeOf(inner));
      // Functions inside the effect run later.
      return !/Function/.test(inner.type);
    });
    return undefined;
  });
  for (const setter of found) {
    yield `${name}: ${setter} in an effect copies state: compute it while rendering`;
  }
}

/** What a benefit's type decides is asked of its type: nothing else compares types, or lists them. */
function* benefitTypes({ name, program }: SourceFile) {
  if (BY_BENEFIT_TYPE.test(name)) return;
  const found = new Set<string>();
  walk(program, (node) => {
    if (node.type === 'BinaryExpression') {
      const { left, right } = node as unknown as Record<string, Node>;
      if (isTypeOf(left, right) || isTypeOf(right, left)) found.add('compares types of benefits');
    }
    if (node.type === 'SwitchStatement') {
      const cases = node.cases as { test: Node | null }[];
      const isAsking = cases.some(({ test }) => isTypeOf(test, node.discriminant as Node));
      if (isAsking) found.add('switches by the type of a benefit');
    }
    const members =
      node.type === 'ObjectExpression'
        ? (node.properties as Node[]).map(({ key }) => key as Node | undefined)
        : (node.type === 'ArrayExpression' && (node.elements as (Node | null)[])) || [];
    const types = members.filter((one) => BENEFIT_TYPES.includes(nameOf(one) || textOf(one)));
    if (types.length > 1) found.add('lists types of benefits');
    const text = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : '';
    if (TYPE_IN_SQL.test(text)) found.add('asks for a type of benefit in a statement');
    return undefined;
  });
  for (const what of found)
    yield `${name} ${what}: ask rulesOf, or a part of components/benefit-types`;
}

/** Whether a literal that is compared with something is a type of benefit. */
function isTypeOf(literal: Node | null | undefined, compared: Node | undefined): boolean {
  const value = textOf(literal);
  if (!BENEFIT_TYPES.includes(value)) return false;
  if (!SHARED_NAMES.includes(value)) return true;
  const { property } = (compared ?? {}) as { property?: Node };
  return NAMES_OF_TYPE.test(nameOf(property) || nameOf(compared));
}

/** The text of a literal; "" for everything else. */
function textOf(node: Node | null | undefined): string {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

/** Folders import in no circle, types counted. */
function* circles() {
  for (const circle of folderCycles(production)) {
    const ways = circle.map(({ from, files: [importer, imported] }) => {
      return `${from} (${path.basename(importer)} imports ${imported})`;
    });
    yield `${circle[0]?.from}: folders import in a circle: ${ways.join(' → ')}`;
  }
}

/** The function that a call calls; of `React.useState()` its last name. */
function calleeOf(node: Node | null): string {
  if (node?.type !== 'CallExpression') return '';
  const callee = node.callee as Node;
  return nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
}

function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string };
  return type === 'Identifier' ? (name ?? '') : '';
}

/** The place of a file's room in {@link ROOMS}; -1 for a package and what lies in none. */
function roomOf(name: string): number {
  return ROOMS.findIndex(([, files]) => files.test(name));
}

function isTest(name: string): boolean {
  return /\.test\.tsx?$|^(testing|e2e)\//.test(name);
}

/** The resource that a file belongs to. */
function resourceOf(name: string): string | undefined {
  return /^lib\/resources\/([\w-]+)\//.exec(name)?.[1];
}
