import { Prose } from '@/components/reference/prose';
import { REFERENCE } from '@/components/reference/texts';
import { Disclosure } from '@/components/ui/disclosure';
import { formatCount } from '@/components/ui/money';
import { nameOf, type Schema } from '@/lib/client/api-document';
import { isNullable } from '@/lib/client/api-example';

/** The fields of an object, a line each; named objects are links to where they are described. */
export function SchemaView({ schema }: { schema: Schema }) {
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    return (
      <ul className="flex flex-col">
        {variants.map((variant) => (
          <li key={JSON.stringify(variant)} className="border-t border-line py-2 first:border-t-0">
            <Variant schema={variant} />
          </li>
        ))}
      </ul>
    );
  }
  const { properties, required = [] } = schema;
  if (!properties) return <TypeLine schema={schema} />;
  return (
    <dl className="flex flex-col">
      {Object.entries(properties).map(([name, field]) => (
        <FieldView key={name} name={name} schema={field} isRequired={required.includes(name)} />
      ))}
    </dl>
  );
}

/** What a value is one of; choices within choices are one list. */
function variantsOf(schema: Schema): Schema[] {
  const variants = schema.oneOf ?? schema.anyOf;
  if (!variants) return [schema];
  return variants.filter(({ type }) => type !== 'null').flatMap(variantsOf);
}

/** One of several shapes: the constant that tells it from the others, and its fields. */
function Variant({ schema }: { schema: Schema }) {
  if (!schema.properties) return <TypeLine schema={schema} />;
  const constants = Object.entries(schema.properties).filter(
    ([, field]) => field.const !== undefined,
  );
  const title = constants.map(([name, field]) => `${name}: ${JSON.stringify(field.const)}`);
  return (
    <Disclosure
      label={title.join(', ') || Object.keys(schema.properties).join(', ') || '{}'}
      labelClass="font-mono text-xs"
    >
      <div className="border-l border-line pt-1 pl-4">
        <SchemaView schema={schema} />
      </div>
    </Disclosure>
  );
}

export function FieldView({
  name,
  schema,
  isRequired,
  description = schema.description,
}: {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description?: string | undefined;
}) {
  const nested = nestedOf(schema);
  return (
    <div className="flex flex-col gap-0.5 border-t border-line py-2 first:border-t-0">
      <dt className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-xs font-medium wrap-anywhere">{name}</code>
        <span className="text-xs text-muted">
          <TypeName schema={schema} />
        </span>
        {isRequired && <span className="text-xs text-warn">{REFERENCE.required}</span>}
      </dt>
      <dd className="flex flex-col gap-1 text-xs text-muted">
        {description && <Prose text={description} />}
        <Limits schema={schema} />
        {nested && (
          <div className="mt-1 border-l border-line pl-4 text-sm text-ink">
            <SchemaView schema={nested} />
          </div>
        )}
      </dd>
    </div>
  );
}

function TypeLine({ schema }: { schema: Schema }) {
  return (
    <p className="flex flex-col gap-1 text-xs text-muted">
      <TypeName schema={schema} />
      <Limits schema={schema} />
    </p>
  );
}

/** The object that is written out inside a field, an array or a choice; null where it has a name of its own. */
function nestedOf(schema: Schema): Schema | null {
  if (nameOf(schema) !== null) return null;
  if (schema.properties) return schema;
  if (schema.items) return nestedOf(schema.items);
  const filled = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (filled.length === 1 && filled[0]) return nestedOf(filled[0]);
  const variants = schema.oneOf ?? filled;
  return variants.some(({ properties }) => properties) ? schema : null;
}

/** A type in words: "array of Order", "string or null". */
function TypeName({ schema }: { schema: Schema }) {
  const name = nameOf(schema);
  if (name !== null) {
    return (
      <a href={`#${name}`} className="text-accent underline">
        {name}
      </a>
    );
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  const variants = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== 'null');
  const nullable = isNullable(schema) && ' or null';
  if (variants) {
    return (
      <>
        {variants.map((variant, index) => (
          <span key={JSON.stringify(variant)}>
            {index > 0 && ' or '}
            <TypeName schema={variant} />
          </span>
        ))}
        {nullable}
      </>
    );
  }
  if (schema.items) {
    return (
      <>
        array of <TypeName schema={schema.items} />
        {nullable}
      </>
    );
  }
  const type = [schema.type].flat().filter((each) => each !== 'null')[0] ?? 'any';
  return (
    <>
      {schema.format ? `${type} (${schema.format})` : type}
      {nullable}
    </>
  );
}

/** The values that are accepted, and the default. */
function Limits({ schema }: { schema: Schema }) {
  const inner = schema.items ?? schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const values = (schema.enum ?? inner.enum)?.map((value) => JSON.stringify(value));
  const limits = [
    ...boundsOf('characters', inner.minLength, inner.maxLength),
    ...boundsOf('items', schema.minItems, schema.maxItems),
    ...boundsOf('', inner.minimum, inner.maximum),
    ...(schema.default === undefined ? [] : [`Default ${JSON.stringify(schema.default)}`]),
  ];
  if (!values && limits.length === 0) return null;
  return (
    <span className="wrap-anywhere">
      {values && <span className="font-mono">{values.join(' · ')} </span>}
      {limits.join('. ')}
    </span>
  );
}

function boundsOf(unit: string, min: number | undefined, max: number | undefined): string[] {
  if (min === undefined && max === undefined) return [];
  const bounds =
    min !== undefined && max !== undefined
      ? `${format(min)} to ${format(max)}`
      : min !== undefined
        ? `At least ${format(min)}`
        : `At most ${format(max ?? 0)}`;
  return [`${bounds} ${unit}`.trim()];
}

function format(value: number): string {
  return formatCount(value);
}
