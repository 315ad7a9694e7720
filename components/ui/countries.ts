import { regionName, regionOf } from '@/lib/contract/formats';

const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ' +
  'ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL ' +
  'IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC ' +
  'MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE ' +
  'PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SK SL SM SN SO SR SS ST SV ' +
  'SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE ' +
  'YT ZA ZM ZW'
).split(' ');

export interface Choice {
  value: string;
  label: string;
}

let countries: readonly Choice[] | undefined;

/** Every country, by its English name. */
export function allCountries(): readonly Choice[] {
  if (countries) return countries;
  countries = CODES.map((value) => ({ value, label: regionName(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  );
  return countries;
}

/**
 * The country of the browser's languages, the preferred one first; null where none names one, as `de` does not. The
 * server does not know it, so it is asked for once hydration ends.
 */
export function browserCountry(): string | null {
  const regions = navigator.languages.map(regionOf);
  return regions.find((region) => region !== undefined && CODES.includes(region)) ?? null;
}

/** States as `CODE Name`, where an address of the country is not complete without one. */
const STATES: Readonly<Record<string, string>> = {
  AU: 'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia',
  CA: 'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon',
  US: 'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
};

/** The states of a country, or null where its addresses need none. */
export function statesOf(country: string): readonly Choice[] | null {
  const states = Object.hasOwn(STATES, country) ? STATES[country] : undefined;
  if (!states) return null;
  return states.split(',').map((state) => {
    const [value = '', ...name] = state.split(' ');
    return { value, label: name.join(' ') };
  });
}

const WITHOUT_POSTAL_CODES = new Set(
  (
    'AE AG AN AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK ' +
    'KI KM KN KP LY ML MO MR MW NA NR NU QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);

export function hasPostalCodes(country: string): boolean {
  return country !== '' && !WITHOUT_POSTAL_CODES.has(country);
}

/** The local name of postal codes. */
export function postalCodeName(country: string): string {
  if (country === 'US' || country === 'PR') return 'ZIP code';
  return country === 'IE' ? 'Eircode' : 'Postal code';
}

export function stateName(country: string): string {
  return country === 'CA' ? 'Province' : 'State';
}
