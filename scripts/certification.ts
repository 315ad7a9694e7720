// Says for each module of the OpenID Foundation's basic certification plan for providers which test of this
// repository holds it, why it does not apply, or what is missing. Run by `npm run certification`, which prints the
// list; by `npm run check` with `--check`, which prints only tests that do not exist: those that are named here, and
// those that docs/security.md names. It exits with 1 where there is one.

import { existsSync, readFileSync } from 'node:fs';
import { type Node, readSource, walk } from './source';

/** A test by its file and its whole name, with the names of the groups that it is in. */
type NamedTest = readonly [file: string, name: string];

/** A module of the plan; one that is held in part says what is missing. */
interface Module {
  name: string;
  tests?: readonly NamedTest[];
  doesNotApply?: string;
  missing?: string;
}

/** Pages whose tables name tests, as `file` “name”, “another name”. */
const PAGES = ['docs/security.md'];

const CLIENTS_RULES = 'lib/resources/oauth-clients/rules.test.ts';
const GRANTS = 'lib/resources/oauth-grants/oauth-grants.test.ts';
const TOKENS = 'lib/resources/oauth-tokens/oauth-tokens.test.ts';
const BROWSER = 'e2e/oauth.spec.ts';

const OPENID_CLIENT: NamedTest = [
  BROWSER,
  'openid-client signs a seller in, and reads, refreshes, introspects and revokes',
];
const DISCOVERY: NamedTest = [
  BROWSER,
  'discovery names only what is there, and any origin may read it',
];
const ID_TOKEN: NamedTest = [
  TOKENS,
  'an ID token says who has signed in where and when, as much as the scopes allow',
];
const USER_INFO: NamedTest = [TOKENS, 'user info answers as much as the scopes allow'];
const ERRORS: NamedTest = [GRANTS, 'a request with any other error goes back to the app with it'];
const FRESH: NamedTest = [TOKENS, 'signs in again where the request wants a fresh sign-in'];
const FOR_THIS: NamedTest = [
  GRANTS,
  'what was allowed is asked again, with the password, where the app wants a sign-in for this request',
];
const USED_TWICE: NamedTest = [
  TOKENS,
  'a code that is used twice ends the tokens made from it, also those of a refresh',
];

const NO_SUCH_SCOPE = 'The scope is not offered, which the suite skips.';
const IGNORED: NamedTest = [GRANTS, 'a request may say what is not known here'];

/** `oidcc-basic-certification-test-plan` of the conformance suite, in its order. */
const PLAN: readonly Module[] = [
  {
    name: 'oidcc-server',
    tests: [
      OPENID_CLIENT,
      [TOKENS, 'a client authenticates by Basic or in the form, whatever a Bearer header says'],
    ],
  },
  { name: 'oidcc-response-type-missing', tests: [ERRORS] },
  {
    name: 'oidcc-idtoken-signature',
    tests: [
      ID_TOKEN,
      [
        TOKENS,
        'an ID token is signed by the new key after a rotation, while the one before is published for 30 days',
      ],
    ],
  },
  {
    name: 'oidcc-idtoken-unsigned',
    tests: [DISCOVERY],
    doesNotApply: 'RS256 alone is offered, so the suite skips this.',
  },
  { name: 'oidcc-userinfo-get', tests: [OPENID_CLIENT, USER_INFO] },
  {
    name: 'oidcc-userinfo-post-header',
    tests: [[TOKENS, 'user info answers a POST alike, in the words of OAuth']],
  },
  {
    name: 'oidcc-userinfo-post-body',
    doesNotApply: 'A token in the body is optional (RFC 6750, 2.2) and not taken; the suite warns.',
  },
  { name: 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow', tests: [ID_TOKEN] },
  { name: 'oidcc-scope-profile', tests: [USER_INFO, ID_TOKEN] },
  { name: 'oidcc-scope-email', tests: [USER_INFO, ID_TOKEN] },
  { name: 'oidcc-scope-address', doesNotApply: NO_SUCH_SCOPE },
  { name: 'oidcc-scope-phone', doesNotApply: NO_SUCH_SCOPE },
  {
    name: 'oidcc-scope-all',
    doesNotApply: 'Two of its scopes, address and phone, are not offered, which the suite skips.',
  },
  {
    name: 'oidcc-ensure-other-scope-order-succeeds',
    tests: [[CLIENTS_RULES, 'scopes are each named once, in the published order']],
  },
  { name: 'oidcc-display-page', tests: [IGNORED] },
  { name: 'oidcc-display-popup', tests: [IGNORED] },
  {
    name: 'oidcc-prompt-login',
    tests: [
      FRESH,
      FOR_THIS,
      [BROWSER, 'a request for a fresh sign-in asks for the password, and goes on by itself'],
    ],
  },
  {
    name: 'oidcc-prompt-none-not-logged-in',
    tests: [[GRANTS, 'a request of nobody who is signed in asks to sign in, as the app hints']],
  },
  {
    name: 'oidcc-prompt-none-logged-in',
    tests: [
      OPENID_CLIENT,
      [GRANTS, 'what was allowed is remembered for a client with a secret at https'],
    ],
  },
  {
    name: 'oidcc-max-age-1',
    tests: [FRESH, FOR_THIS],
  },
  { name: 'oidcc-max-age-10000', tests: [FRESH, ID_TOKEN] },
  {
    name: 'oidcc-ensure-request-with-unknown-parameter-succeeds',
    tests: [IGNORED],
  },
  {
    name: 'oidcc-id-token-hint',
    tests: [[GRANTS, 'what was allowed is not remembered for somebody else than the app expects']],
  },
  {
    name: 'oidcc-login-hint',
    tests: [[BROWSER, 'a visitor signs in first, and comes back to the app’s request']],
  },
  { name: 'oidcc-ui-locales', tests: [IGNORED] },
  { name: 'oidcc-claims-locales', tests: [IGNORED] },
  { name: 'oidcc-ensure-request-with-acr-values-succeeds', tests: [IGNORED] },
  { name: 'oidcc-codereuse', tests: [USED_TWICE] },
  {
    name: 'oidcc-codereuse-30seconds',
    tests: [USED_TWICE, [TOKENS, 'a code that is used twice ends them also when it is over']],
  },
  {
    name: 'oidcc-ensure-registered-redirect-uri',
    tests: [
      [GRANTS, 'a request with %s shows a page, and redirects nowhere'],
      [CLIENTS_RULES, 'a request is answered not at %s'],
      [BROWSER, 'a request that no app may be answered shows a page'],
    ],
  },
  {
    name: 'oidcc-ensure-post-request-succeeds',
    tests: [[BROWSER, 'a request may be sent as a form, from another site too']],
  },
  { name: 'oidcc-server-client-secret-post', tests: [OPENID_CLIENT] },
  {
    name: 'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
    tests: [ERRORS, DISCOVERY],
  },
  {
    name: 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
    tests: [ERRORS],
  },
  {
    name: 'oidcc-claims-essential',
    doesNotApply:
      'The parameter claims is optional and ignored, as discovery says; the suite warns.',
  },
  {
    name: 'oidcc-ensure-request-object-with-redirect-uri',
    tests: [ERRORS],
    doesNotApply: 'Request objects are refused.',
  },
  {
    name: 'oidcc-refresh-token',
    tests: [
      OPENID_CLIENT,
      [TOKENS, 'a refresh token rotates at each use'],
      [TOKENS, 'a refresh token of another client is of no use, and nothing ends'],
    ],
  },
  {
    name: 'oidcc-ensure-request-with-valid-pkce-succeeds',
    tests: [OPENID_CLIENT, [TOKENS, 'a code needs the verifier of its challenge']],
  },
];

const namesByFile = new Map<string, ReadonlySet<string>>();

const violations = [
  ...PLAN.flatMap(({ name, tests = [] }) => tests.flatMap((test) => missingTest(name, test))),
  ...PAGES.flatMap((page) => testsOnPage(page).flatMap((test) => missingTest(page, test))),
];
if (!process.argv.includes('--check')) print();
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

function print(): void {
  for (const { name, tests = [], doesNotApply, missing } of PLAN) {
    console.log(name);
    for (const [file, test] of tests) console.log(`  ${file}: ${test}`);
    if (doesNotApply !== undefined) console.log(`  does not apply: ${doesNotApply}`);
    if (missing !== undefined) console.log(`  MISSING: ${missing}`);
  }
  const count = (isOne: (one: Module) => boolean) => PLAN.filter(isOne).length;
  const missing = count((one) => one.missing !== undefined);
  const without = count((one) => one.doesNotApply !== undefined);
  const held = PLAN.length - missing - without;
  console.log(
    `${PLAN.length} modules: ${held} held, ${without} do not apply, ${missing} lack something`,
  );
}

function missingTest(namedBy: string, [file, name]: NamedTest): string[] {
  return namesOf(file).has(name) ? [] : [`${namedBy}: there is no test “${name}” in ${file}`];
}

/** The tests that the tables of a page name. */
function testsOnPage(page: string): NamedTest[] {
  const cells = readFileSync(page, 'utf8').matchAll(
    /`([^`\s]+\.(?:test|spec)\.ts)`:? (“[^”]+”(?:, “[^”]+”)*)/g,
  );
  return [...cells].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']): NamedTest => [file, name]),
  );
}

/** The names of the tests of a file, which are none where it does not exist. */
function namesOf(file: string): ReadonlySet<string> {
  const known = namesByFile.get(file);
  if (known) return known;
  const names = new Set(existsSync(file) ? testNames(readSource(file).program, '') : []);
  namesByFile.set(file, names);
  return names;
}

/** The names of the tests below a node, each after those of its groups; those that are skipped are none. */
function testNames(node: Node, before: string): string[] {
  const names: string[] = [];
  walk(node, (one) => {
    const words = one === node ? [] : wordsOf(one.callee as Node | undefined);
    const title = titleOf(one);
    const [root = ''] = words;
    if (title === null || !['describe', 'it', 'test'].includes(root)) return true;
    if (words.some((word) => ['skip', 'todo', 'fixme'].includes(word))) return false;
    const isGroup = words.includes('describe');
    names.push(...(isGroup ? testNames(one, `${before}${title} `) : [before + title]));
    return false;
  });
  return names;
}

/** What is called, such as `test`, `describe` of `test.describe`, or `each` of `it.each(…)`. */
function wordsOf(callee: Node | undefined): string[] {
  if (callee?.type === 'Identifier') return [String(callee.name)];
  if (callee?.type === 'CallExpression') return wordsOf(callee.callee as Node);
  if (callee?.type !== 'MemberExpression') return [];
  const { name } = callee.property as Node;
  return [...wordsOf(callee.object as Node), String(name)];
}

/** The text that a call begins with; null where it is none. */
function titleOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  const [first] = node.arguments as readonly Node[];
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
}
