import type { FieldValues } from 'react-hook-form';
import { ChoiceField } from '@/components/form/choice-field';
import { country } from '@/components/form/dashboard-texts';
import type { FieldProps } from '@/components/form/fields';
import { allCountries } from '@/components/ui/countries';
import { countryName } from '@/lib/contract/addresses';

/** What people type for countries that have another name here. */
const ALIASES: Readonly<Record<string, string>> = {
  AE: 'UAE',
  CI: 'Ivory Coast',
  CZ: 'Czech Republic',
  GB: 'UK Great Britain England Scotland Wales',
  NL: 'Holland',
  TR: 'Turkey',
  US: 'USA America',
};

function choices() {
  return allCountries().map(({ value, label }) => ({
    value,
    label,
    keywords: `${value} ${ALIASES[value] ?? ''}`,
  }));
}

/** Selects a country by its name or code; held as its code. */
export function CountryField<V extends FieldValues>(
  props: Omit<FieldProps<V>, 'label'> & { label: string; emptyLabel: string; onPick?: () => void },
) {
  return (
    <ChoiceField {...props} searchLabel={country.search} choices={choices} labelOf={countryName} />
  );
}
