// Makes testing/stripe/schemas.json: what Stripe takes with each operation that its double has, as JSON schemas, from the
// types of the pinned package `stripe`. To be run again with every new version of it:
//
//   node --import tsx scripts/stripe-schemas.ts

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createGenerator } from 'ts-json-schema-generator';
import { OPERATIONS } from '@/testing/stripe/operations';

const OUTPUT = 'testing/stripe/schemas.json';
/** In node_modules, so that the package is found from there. */
const FOLDER = 'node_modules/.cache/stripe-schemas';

type Schema = Record<string, unknown>;

/** How the types say that an enumeration may grow: what is sent has to be one of those that are known. */
const OPEN_ENUMERATION = 'OtherString';

const names = [...new Set(OPERATIONS.map(({ params }) => params))];
mkdirSync(FOLDER, { recursive: true });
const types = names.map((name) => {
  const named = name.startsWith('TestHelpers.') ? name : `Stripe.${name}`;
  return `export type ${exported(name)} = ${named};`;
});
// The parameters of test helpers are not among what the package exports.
const helpers = '../../stripe/esm/resources/TestHelpers/ConfirmationTokens.js';
writeFileSync(
  `${FOLDER}/types.mts`,
  `import type Stripe from 'stripe';
import type { TestHelpers } from '${helpers}';
${types.join('\n')}
`,
);
const compilerOptions = { module: 'nodenext', moduleResolution: 'nodenext', strict: true };
writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['types.mts'] }));

const { definitions = {} } = createGenerator({
  path: `${FOLDER}/types.mts`,
  tsconfig: `${FOLDER}/tsconfig.json`,
  type: '*',
  skipTypeCheck: true,
  jsDoc: 'none',
}).createSchema('*');

const used = new Map<string, unknown>();
// What is exported here refers to the definition of the same name alone.
for (const name of names) strict(definitions[exported(name)]);

const versionOf = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
const read = (file: string) => readFileSync(`node_modules/stripe/${file}`, 'utf8');
writeFileSync(
  OUTPUT,
  `${JSON.stringify({
    sdk: JSON.parse(read('package.json')).version,
    api_version: versionOf(read('esm/apiVersion.js'), /ApiVersion = '([^']+)'/),
    definitions: Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
  })}\n`,
);

/** The definition of a name, and those that it refers to. */
function use(name: string): void {
  if (used.has(name)) return;
  used.set(name, null);
  used.set(name, strict(definitions[name]));
}

function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, anyOf, ...rest } = schema as Schema & { anyOf?: Schema[]; $ref?: string };
  if ($ref !== undefined) {
    const name = decodeURIComponent($ref.replace('#/definitions/', ''));
    // Named by places in files, which differ from one computer to another.
    if (name.startsWith('Emptyable<')) return strict(definitions[name]);
    use(name);
    return { $ref };
  }
  const result: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, strict(value)]),
  );
  // No number that the double takes has decimals; the types know only numbers.
  if (result.type === 'number') result.type = 'integer';
  else if (Array.isArray(result.type)) {
    result.type = result.type.map((type) => (type === 'number' ? 'integer' : type));
  }
  if (anyOf) {
    const known = anyOf.filter((one) => !String(one.$ref ?? '').endsWith(OPEN_ENUMERATION));
    result.anyOf = known.map(strict);
  }
  return result;
}

/** How a type is exported here: its own name is that of a definition. */
function exported(name: string): string {
  return `of_${name.replaceAll('.', '_')}`;
}
