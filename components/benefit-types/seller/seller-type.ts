import type { ReactNode } from 'react';
import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import type { Uploads } from '@/components/files/use-uploads';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { Problem } from '@/lib/contract/errors';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';

export type BenefitOf<Type extends BenefitType> = Extract<Benefit, { type: Type }>;

/** A line of a benefit's details; false for none. */
export type Fact = readonly [name: string, value: ReactNode] | false;

export interface FieldsProps {
  form: ContractForm<BenefitValues>;
  uploads: Uploads;
}

/** What the pages of benefits have for a type: the fields of its form, and what is told of its benefits. */
export interface SellerType<Type extends BenefitType = BenefitType, Values = unknown> {
  /** What it gives, in the choice of the type. */
  readonly help: string;
  /** What the form of a new benefit holds. */
  readonly values: Values;
  /** What the form holds for what a benefit has not stored, where that is another than {@link values}. */
  missing?(benefit: BenefitOf<Type>): Partial<Values>;
  Fields(props: FieldsProps): ReactNode;
  /** The properties as the operations take them. */
  propertiesOf(values: Values): object;
  /** What the form asks for beside the contract. */
  check?(values: Values): Problem[];
  facts(benefit: BenefitOf<Type>): Fact[];
  /** What an edit does to those who have the benefit. `count` is the number of its grants, null while it is not known. */
  editEffects(benefit: BenefitOf<Type>, count: number | null): string[];
  /** Stands above a benefit that needs something done. */
  Notice?(props: { benefit: BenefitOf<Type> }): ReactNode;
  /** Stands above the grants. */
  Main?(props: { benefit: BenefitOf<Type> }): ReactNode;
}
