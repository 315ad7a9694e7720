import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { OPERATIONS } from '@/testing/stripe/operations';
import { invalid, type StripeProblem } from '@/testing/stripe/problems';

// What stands in no type: lengths, as Stripe's reference says.

const MOST_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;
const LONGEST: Readonly<Record<string, number>> = {
  description: 1000,
  email: 512,
  name: 256,
  receipt_email: 800,
  statement_descriptor_suffix: 22,
  statement_descriptor: 22,
  url: 2048,
};

interface Schemas {
  sdk: string;
  api_version: string;
  definitions: Record<string, object>;
}

/** Made by scripts/stripe-schemas.ts of the types of the package `stripe`. */
export const SCHEMAS: Schemas = JSON.parse(
  readFileSync(new URL('schemas.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: false, verbose: true });
ajv.addSchema({ $id: 'stripe', definitions: SCHEMAS.definitions });
const validators = new Map<string, ValidateFunction>();

/** Whether every operation has a schema. */
export function missingSchemas(): string[] {
  return OPERATIONS.map(({ params }) => params).filter((name) => !SCHEMAS.definitions[name]);
}

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const made = ajv.compile({ $ref: `stripe#/definitions/${encodeURIComponent(name)}` });
  validators.set(name, made);
  return made;
}

/** Compiles the schemas, which takes seconds that no request should wait for. */
export function compileSchemas(): void {
  for (const { params } of OPERATIONS) validatorOf(params);
}

/**
 * The parameters of a request with the types that Stripe's types name. Throws what Stripe answers where one is unknown,
 * missing, too long, or not of its type.
 */
export function validated(name: string, form: object): Record<string, unknown> {
  const validate = validatorOf(name);
  const given = structuredClone({ ...form }) as Record<string, unknown>;
  if (!validate(given)) throw problemOf(validate.errors ?? []);
  checkLengths(given);
  return given;
}

function problemOf(errors: ErrorObject[]): StripeProblem {
  // Of alternatives the errors of all are there: the deepest one is of the alternative that was meant.
  const error = errors.reduce((one, other) => {
    const isDeeper = depthOf(other) > depthOf(one);
    return isDeeper ? other : one;
  });
  const place = error.instancePath.split('/').slice(1);
  if (error.keyword === 'additionalProperties') {
    const param = bracketed([...place, error.params.additionalProperty]);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (error.keyword === 'required') {
    const param = bracketed([...place, error.params.missingProperty]);
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const param = bracketed(place);
  if (error.keyword === 'type' && error.params.type === 'integer') {
    const message = `Invalid integer: ${error.data}`;
    return invalid(message, { code: 'parameter_invalid_integer', param });
  }
  if (error.data === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return invalid(message, { code: 'parameter_invalid_empty', param });
  }
  return invalid(`Invalid ${param}: ${error.message}`, { param });
}

const depthOf = ({ instancePath, keyword }: ErrorObject) =>
  instancePath.split('/').length * 2 + (keyword === 'additionalProperties' ? 1 : 0);

function bracketed([first = '', ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}

function checkLengths(given: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given)) {
    const longest = LONGEST[name];
    if (typeof value === 'string' && longest !== undefined && value.length > longest) {
      throw invalid(`Invalid string: the ${name} is at most ${longest} characters`, {
        param: name,
      });
    }
  }
  const { metadata } = given;
  if (typeof metadata !== 'object' || metadata === null) return;
  const entries = Object.entries(metadata);
  if (entries.length > MOST_KEYS) {
    throw invalid(`You can have up to ${MOST_KEYS} metadata keys`, { param: 'metadata' });
  }
  for (const [key, value] of entries) {
    if (key.length > LONGEST_KEY) throw invalid('Too long a metadata key', { param: 'metadata' });
    if (String(value).length > LONGEST_VALUE) {
      throw invalid('Too long a metadata value', { param: `metadata[${key}]` });
    }
  }
}
