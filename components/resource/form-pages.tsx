import { useRouter } from 'next/navigation';
import type { ComponentType, ReactNode } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { MetadataField } from '@/components/form/metadata-field';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { inOwnCurrency, storedValues } from '@/components/resource/form-values';
import { NewPage } from '@/components/resource/new-page';
import { EditPage, type Read } from '@/components/resource/object-page';
import type { Presentation } from '@/components/resource/presentation';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import type { Operation } from '@/lib/contract/contract';
import type { Problem } from '@/lib/contract/errors';

/** What the fields of a form are given. */
interface Given<Row, V extends FieldValues> {
  form: ContractForm<V>;
  /** The object that is changed; null for a new one. */
  row: Row | null;
}

/** The form, name and label of a field, for its control: `<TextField {...field('name')} />`. */
type FieldOf<Name extends string, V extends FieldValues> = <N extends Name & FieldPath<V>>(
  name: N,
) => { form: ContractForm<V>; name: N; label: string };

interface FormOperations<Row, Stored, Body> {
  create: Operation<z.ZodObject, z.ZodObject, z.ZodType<unknown, Body>, z.ZodType<{ id: string }>>;
  read: Read<Row>;
  update: Operation<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<Stored>>;
}

interface Options<Row, Stored, Name extends string, Body, V extends FieldValues> {
  /** The values of a new one; `metadata` among them has its field below the others. */
  empty: V;
  /** Those values of a stored one that are not its fields of the same names. */
  values?: (stored: Stored) => Partial<V>;
  /** The body of either operation, where it is not the values. */
  body?: (values: V, stored: Stored | null) => Body;
  /** What the contract's schema does not check. */
  check?: (values: V, row: Row | null) => readonly Problem[];
  /** The fields, in a form that is as wide as every other. */
  layout?: (field: FieldOf<Name, V>, given: Given<Row, V>) => ReactNode;
  /** Instead of a layout: the whole form with its `actions`, and what stands beside it. */
  Form?: ComponentType<Given<Row, V> & { actions: ReactNode }>;
}

interface FormProps<Row, Stored, Name extends string, Body, V extends FieldValues> {
  of: Presentation<Row, Name>;
  operations: FormOperations<Row, Stored, Body>;
  options: Options<Row, Stored, Name, Body, V>;
}

/** The pages with the form of a new object and of one that is there. Saving either opens the object's page. */
export function formPages<
  Row extends Stored,
  Stored extends { id: string },
  Name extends string,
  Body,
  V extends FieldValues,
>(
  of: Presentation<Row, Name>,
  operations: FormOperations<Row, Stored, Body>,
  options: Options<Row, Stored, Name, NoInfer<Body>, V>,
) {
  const props = { of, operations, options };
  const page = { of, narrow: options.Form === undefined };
  return [
    () => (
      <NewPage {...page}>
        <NewForm {...props} />
      </NewPage>
    ),
    ({ id }: { id: string }) => (
      <EditPage {...page} read={operations.read} id={id}>
        {(row) => <EditForm {...props} key={row.id} row={row} />}
      </EditPage>
    ),
  ] as const;
}

function NewForm<Row, Stored, Name extends string, Body, V extends FieldValues>(
  props: FormProps<Row, Stored, Name, Body, V>,
) {
  const { section, words } = props.of;
  const { empty, body, check } = props.options;
  const router = useRouter();
  const path = useOrganizationPath();
  const { id: organization_id, default_currency } = useOrganization();
  const form = useContractForm(props.operations.create, {
    defaultValues: empty as DefaultValues<V>,
    toBody: (values: V) =>
      ({
        ...inOwnCurrency(body?.(values, null) ?? values, default_currency),
        organization_id,
      }) as Body,
    check: (values) => check?.(values, null) ?? [],
    onSuccess: (made) => {
      showToast(words.created);
      router.push(path(`${section}/${made.id}`));
    },
  });
  return <Fields {...props} form={form} row={null} verb={words.create} cancel={path(section)} />;
}

function EditForm<
  Row extends Stored,
  Stored extends { id: string },
  Name extends string,
  Body,
  V extends FieldValues,
>(props: FormProps<Row, Stored, Name, Body, V> & { row: Row }) {
  const { section, words } = props.of;
  const { empty, values: ownValues, body, check } = props.options;
  const router = useRouter();
  const own = useOrganizationPath()(`${section}/${props.row.id}`);
  const { default_currency } = useOrganization();
  const form = useEditForm(props.operations.update, {
    params: { id: props.row.id },
    object: props.row,
    read: props.operations.read,
    toValues: (stored) => ({ ...storedValues(stored, empty), ...ownValues?.(stored) }),
    toBody: (values, stored) => inOwnCurrency(body?.(values, stored) ?? values, default_currency),
    check: (values) => check?.(values, props.row) ?? [],
    onSuccess: () => {
      showToast(words.saved);
      router.push(own);
    },
  });
  return <Fields {...props} form={form} verb={words.save} cancel={own} />;
}

function Fields<Row, Stored, Name extends string, Body, V extends FieldValues>({
  of: { labels },
  options: { empty, layout, Form },
  form,
  row,
  verb,
  cancel,
}: FormProps<Row, Stored, Name, Body, V> & Given<Row, V> & { verb: string; cancel: string }) {
  const actions = (
    <FormActions>
      <SubmitButton form={form}>{verb}</SubmitButton>
      <LinkButton href={cancel}>{UI.cancel}</LinkButton>
    </FormActions>
  );
  if (Form) return <Form form={form} row={row} actions={actions} />;
  return (
    <ContractFormBody form={form} className="gap-8" autoComplete="off">
      {layout?.((name) => ({ form, name, label: labels[name] }), { form, row })}
      {'metadata' in empty && <MetadataField form={form} name={'metadata' as FieldPath<V>} />}
      {actions}
    </ContractFormBody>
  );
}
