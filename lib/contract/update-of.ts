import { z } from 'zod';
import { notCleared } from '@/lib/contract/fields';

/** A field without what says that it may be left out or null, or what stands for it then. */
type Given<Field> = Field extends
  | z.ZodOptional<infer Inner>
  | z.ZodNullable<infer Inner>
  | z.ZodDefault<infer Inner>
  ? Given<Inner>
  : Field;

type Changed<Field, Printed> =
  null extends z.output<Printed>
    ? z.ZodOptional<z.ZodNullable<Given<Field> & z.ZodType>>
    : ReturnType<typeof notCleared<Given<Field> & z.ZodType>>;

type Fixed = 'organization_id';

/**
 * The fields of a PATCH of a plain object: those with which it is created, each of which may be left out. Null clears
 * what may be printed as null and leaves all else as it is (docs/contract/conventions.md#body-fields).
 *
 * @param printed the object as it is printed
 * @param create the body that creates one
 * @param fixed what never changes, beside the organization
 */
export function updateOf<
  Printed extends z.ZodRawShape,
  Create extends z.ZodRawShape,
  const Name extends keyof Create & string = never,
>(printed: z.ZodObject<Printed>, create: z.ZodObject<Create>, fixed: readonly Name[] = []) {
  const never: readonly string[] = [...fixed, 'organization_id'];
  const fields = Object.entries<z.core.$ZodType>(create.shape)
    .filter(([name]) => !never.includes(name))
    .map(([name, field]) => {
      const isCleared = z.safeParse(printed.shape[name] as z.core.$ZodType, null).success;
      if (!isCleared) return [name, notCleared(givenOf(field))];
      const mayBeNullish = field instanceof z.ZodOptional && z.safeParse(field, null).success;
      return [name, mayBeNullish ? field : givenOf(field).nullish()];
    });
  return z.object(
    Object.fromEntries(fields) as {
      [Field in Exclude<keyof Create & keyof Printed, Name | Fixed>]: Changed<
        Create[Field],
        Printed[Field]
      >;
    },
  );
}

function givenOf(field: z.core.$ZodType): z.ZodType {
  const isWrapped =
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault;
  return isWrapped ? givenOf(field.unwrap()) : (field as z.ZodType);
}
