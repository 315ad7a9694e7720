/**
 * The forms of the tax identifiers, normalised (upper case, without separators). The first two
 * letters of a type are its country; `eu_vat` carries its own country as a prefix.
 */
const FORMS = {
  ad_nrt: /^[A-Z]\d{6}[A-Z]$/,
  ae_trn: /^\d{15}$/,
  ar_cuit: /^\d{11}$/,
  au_abn: /^\d{11}$/,
  au_arn: /^\d{12}$/,
  bg_uic: /^\d{9}$/,
  bh_vat: /^\d{15}$/,
  bo_tin: /^\d{7,12}$/,
  br_cnpj: /^[0-9A-Z]{12}\d{2}$/,
  br_cpf: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
  ca_gst_hst: /^\d{9}RT\d{4}$/,
  ca_pst_bc: /^PST\d{8}$/,
  ca_pst_mb: /^\d{7}$/,
  ca_pst_sk: /^\d{7}$/,
  ca_qst: /^\d{10}TQ\d{4}$/,
  ch_uid: /^CHE\d{9}$/,
  ch_vat: /^CHE\d{9}(?:MWST|TVA|IVA)$/,
  cl_tin: /^\d{7,8}[0-9K]$/,
  cn_tin: /^(?:[0-9A-Z]{15}|[0-9A-Z]{18}|[0-9A-Z]{20})$/,
  co_nit: /^\d{9,10}$/,
  cr_tin: /^\d{9,12}$/,
  de_stn: /^\d{10,11}$/,
  do_rcn: /^(?:\d{9}|\d{11})$/,
  ec_ruc: /^\d{13}$/,
  eg_tin: /^\d{9}$/,
  es_cif: /^[A-Z]\d{7}[0-9A-Z]$/,
  eu_oss_vat: /^EU\d{9}$/,
  eu_vat: union([
    'ATU\\d{8}',
    'BE[01]\\d{9}',
    'BG\\d{9,10}',
    'CY\\d{8}[A-Z]',
    'CZ\\d{8,10}',
    'DE\\d{9}',
    'DK\\d{8}',
    'EE\\d{9}',
    'EL\\d{9}',
    'ES(?:[A-Z]\\d{7}[0-9A-Z]|\\d{8}[A-Z])',
    'FI\\d{8}',
    'FR[0-9A-HJ-NP-Z]{2}\\d{9}',
    'HR\\d{11}',
    'HU\\d{8}',
    'IE\\d[0-9A-Z+*]\\d{5}[A-W][A-I]?',
    'IT\\d{11}',
    'LT(?:\\d{9}|\\d{12})',
    'LU\\d{8}',
    'LV\\d{11}',
    'MT\\d{8}',
    'NL[0-9A-Z+*]{10}\\d{2}',
    'PL\\d{10}',
    'PT\\d{9}',
    'RO\\d{2,10}',
    'SE\\d{12}',
    'SI\\d{8}',
    'SK\\d{10}',
    'XI(?:\\d{9}|\\d{12}|GD\\d{3}|HA\\d{3})',
  ]),
  gb_vat: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  ge_vat: /^(?:\d{9}|\d{11})$/,
  hk_br: /^\d{8}$/,
  hr_oib: /^\d{11}$/,
  hu_tin: /^\d{11}$/,
  id_npwp: /^\d{15,16}$/,
  il_vat: /^\d{9}$/,
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/,
  is_vat: /^\d{5,6}$/,
  jp_cn: /^\d{13}$/,
  jp_rn: /^\d{5}$/,
  jp_trn: /^T\d{13}$/,
  ke_pin: /^[AP]\d{9}[A-Z]$/,
  kr_brn: /^\d{10}$/,
  kz_bin: /^\d{12}$/,
  li_uid: /^CHE\d{9}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}$/,
  my_frp: /^\d{8}$/,
  my_itn: /^[A-Z]{1,2}\d{10,11}$/,
  my_sst: /^[A-Z]\d{14}$/,
  ng_tin: /^\d{12}$/,
  no_vat: /^\d{9}(?:MVA)?$/,
  no_voec: /^\d{7}$/,
  nz_gst: /^\d{8,9}$/,
  om_vat: /^OM\d{10}$/,
  pe_ruc: /^\d{11}$/,
  ph_tin: /^(?:\d{9}|\d{12}|\d{14})$/,
  ro_tin: /^\d{13}$/,
  rs_pib: /^\d{9}$/,
  ru_inn: /^(?:\d{10}|\d{12})$/,
  ru_kpp: /^\d{4}[0-9A-Z]{2}\d{3}$/,
  sa_vat: /^\d{15}$/,
  sg_gst: /^M[0-9A-Z]\d{7}[A-Z]$/,
  sg_uen: /^(?:\d{8,9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/,
  si_tin: /^\d{8}$/,
  sv_nit: /^\d{14}$/,
  th_vat: /^\d{13}$/,
  tr_tin: /^\d{10}$/,
  tw_vat: /^\d{8}$/,
  ua_vat: /^\d{9,12}$/,
  us_ein: /^\d{9}$/,
  uy_ruc: /^\d{12}$/,
  ve_rif: /^[A-Z]\d{9}$/,
  vn_tin: /^(?:\d{10}|\d{13})$/,
  za_vat: /^4\d{9}$/,
} satisfies Record<string, RegExp>;

export type TaxIdType = keyof typeof FORMS;

export const TAX_ID_TYPES = Object.keys(FORMS) as TaxIdType[];

export interface TaxId {
  /** Normalised: upper case, without blanks, dots, dashes and slashes. */
  value: string;
  type: TaxIdType;
}

/** The maximum length of a tax identifier in requests. */
export const TAX_ID_MAX = 60;

/** The prefix of VAT numbers where it is not the country's own code; Monaco is in the French system. */
const EU_PREFIXES: Record<string, string> = {
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'
      .split(' ')
      .map((country) => [country, country]),
  ),
  GR: 'EL',
  EL: 'EL',
  MC: 'FR',
};

function union(forms: string[]): RegExp {
  return new RegExp(`^(?:${forms.join('|')})$`);
}

function normalise(value: string): string {
  return value.length > TAX_ID_MAX ? '' : value.toUpperCase().replace(/[\s./‐-―-]/gu, '');
}

/** The normalised identifier if it has the form of its type, else null. */
export function checkTaxId(value: string, type: TaxIdType): TaxId | null {
  const normalised = normalise(value);
  return FORMS[type].test(normalised) ? { value: normalised, type } : null;
}

/**
 * Finds the type of a tax identifier by its country (ISO 3166 alpha-2, any case). VAT numbers of the
 * European Union and the United Kingdom may be written without their prefix. Null where it is
 * malformed, there is no country, or none of its identifiers is supported.
 */
export function parseTaxId(country: string | null | undefined, value: string): TaxId | null {
  if (!country) return null;
  const code = country.toUpperCase();
  const written = normalise(value);
  const isUnion = FORMS.eu_vat.test(written);
  const prefix = EU_PREFIXES[code];
  if (isUnion && written.startsWith(prefix ?? (code === 'GB' ? 'XI' : '-'))) {
    return { value: written, type: 'eu_vat' };
  }
  const own = TAX_ID_TYPES.filter(
    (type) => type.startsWith(`${code.toLowerCase()}_`) && type !== 'eu_vat',
  );
  const type = [...own, 'eu_oss_vat' as const].find((type) => FORMS[type].test(written));
  if (type) return { value: written, type };
  if (prefix) return isUnion ? null : checkTaxId(prefix + written, 'eu_vat');
  if (code !== 'GB' && code !== 'IM') return null;
  return checkTaxId(written.startsWith('GB') ? written : `GB${written}`, 'gb_vat');
}
