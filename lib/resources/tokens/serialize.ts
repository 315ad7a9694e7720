import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type { Token as TokenRow } from '@/lib/database/generated/client';
import { PREFIX } from '@/lib/resources/tokens/rules';
import { Token } from '@/lib/resources/tokens/schema';

const scalars = scalarsOf('Token', Token);

/** A token as the API prints it: of the secret only the last characters. */
export function serializeToken(row: TokenRow): Token {
  return withFields(scalars(row), {
    hint: `${PREFIX[row.kind]}…${row.hint}`,
    scopes: jsonColumn<Token['scopes']>(row.scopes),
  });
}
