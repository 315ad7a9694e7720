import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkTaxId,
  parseTaxId,
  TAX_ID_MAX,
  TAX_ID_TYPES,
  type TaxIdType,
} from '@/lib/contract/tax-id';

// One example of every type, as the holder's country writes it.
const EXAMPLES: Record<TaxIdType, string> = {
  ad_nrt: 'A-123456-Z',
  ae_trn: '123456789012345',
  ar_cuit: '12-3456789-01',
  au_abn: '12 345 678 912',
  au_arn: '123456789123',
  bg_uic: '123456789',
  bh_vat: '123456789012345',
  bo_tin: '123456789',
  br_cnpj: '01.234.456/5432-10',
  br_cpf: '123.456.789-87',
  ca_bn: '123456789',
  ca_gst_hst: '123456789RT0002',
  ca_pst_bc: 'PST-1234-5678',
  ca_pst_mb: '123456-7',
  ca_pst_sk: '1234567',
  ca_qst: '1234567890TQ1234',
  ch_uid: 'CHE-123.456.789',
  ch_vat: 'CHE-123.456.789 MWST',
  cl_tin: '12.345.678-K',
  cn_tin: '123456789012345678',
  co_nit: '123.456.789-0',
  cr_tin: '1-234-567890',
  de_stn: '123/456/78901',
  do_rcn: '123-4567890-1',
  ec_ruc: '1234567890001',
  eg_tin: '123456789',
  es_cif: 'A12345678',
  eu_oss_vat: 'EU123456789',
  eu_vat: 'DE 123 456 789',
  gb_vat: 'GB123 4567 89',
  ge_vat: '123456789',
  hk_br: '12345678',
  hr_oib: '12345678901',
  hu_tin: '12345678-1-23',
  id_npwp: '12.345.678.9-012.345',
  il_vat: '000012345',
  in_gst: '12ABCDE3456FGZH',
  is_vat: '123456',
  jp_cn: '1234567891234',
  jp_rn: '12345',
  jp_trn: 'T1234567891234',
  ke_pin: 'P000111111A',
  kr_brn: '123-45-67890',
  kz_bin: '123456789012',
  li_uid: 'CHE123456789',
  mx_rfc: 'ABC010203AB9',
  my_frp: '12345678',
  my_itn: 'C 1234567890',
  my_sst: 'A12-3456-78912345',
  ng_tin: '12345678-0001',
  no_vat: '123456789MVA',
  no_voec: '1234567',
  nz_gst: '123-456-789',
  om_vat: 'OM1234567890',
  pe_ruc: '12345678901',
  ph_tin: '123-456-789-012',
  ro_tin: '1234567890123',
  rs_pib: '123456789',
  ru_inn: '1234567891',
  ru_kpp: '123456789',
  sa_vat: '123456789012345',
  sg_gst: 'M12345678X',
  sg_uen: '123456789F',
  si_tin: '12345678',
  sv_nit: '1234-567890-123-4',
  th_vat: '1234567891234',
  tr_tin: '0123456789',
  tw_vat: '12345678',
  ua_vat: '123456789',
  us_ein: '12-3456789',
  uy_ruc: '123456789012',
  ve_rif: 'A-12345678-9',
  vn_tin: '1234567890',
  za_vat: '4123456789',
};

const examples = Object.entries(EXAMPLES) as [TaxIdType, string][];

// Types whose form is that of another type of the same country, which is found first.
const SHADOWED: Partial<Record<TaxIdType, TaxIdType>> = { ca_pst_sk: 'ca_pst_mb' };

test('there are 74 types', () => expect(TAX_ID_TYPES).toHaveLength(74));

test.each(examples)('%s is found by its country: %s', (type, written) => {
  const country = type.startsWith('eu_') ? 'DE' : type.slice(0, 2);
  const value = written.replace(/[^0-9A-Z]/g, '');
  expect(checkTaxId(written, type)).toEqual({ value, type });
  for (const code of [country, country.toUpperCase()]) {
    expect(parseTaxId(code, ` ${written.toLowerCase()} `)).toEqual({
      value,
      type: SHADOWED[type] ?? type,
    });
  }
});

test.each([
  ['AT', 'U12345678', 'ATU12345678', 'eu_vat'],
  ['BE', '0123.456.789', 'BE0123456789', 'eu_vat'],
  ['DE', '123456789', 'DE123456789', 'eu_vat'],
  ['ES', 'ESA12345678', 'ESA12345678', 'eu_vat'],
  ['ES', '12345678Z', 'ES12345678Z', 'eu_vat'],
  ['FR', 'XX 123456789', 'FRXX123456789', 'eu_vat'],
  ['GR', '123456789', 'EL123456789', 'eu_vat'],
  ['HU', '12345678', 'HU12345678', 'eu_vat'],
  ['IE', '1234567WA', 'IE1234567WA', 'eu_vat'],
  ['MC', '12 345678901', 'FR12345678901', 'eu_vat'],
  ['NL', 'NL123456789B12', 'NL123456789B12', 'eu_vat'],
  ['SI', 'SI12345678', 'SI12345678', 'eu_vat'],
  ['GB', '123 4567 89', 'GB123456789', 'gb_vat'],
  ['IM', 'GB123456789', 'GB123456789', 'gb_vat'],
  ['GB', 'XI123456789', 'XI123456789', 'eu_vat'],
  ['US', 'EU372022452', 'EU372022452', 'eu_oss_vat'],
] as const)('in %s, %s is %s', (country, written, value, type) => {
  expect(parseTaxId(country, written)).toEqual({ value, type });
});

test.each([
  [null, 'DE123456789'],
  [undefined, 'DE123456789'],
  ['', 'DE123456789'],
  ['ZZ', '123456789'],
  ['eu', 'DE123456789'],
  ['US', '12-345678'],
  ['US', ''],
  ['FR', 'DE123456789'],
  ['DE', 'DE12345678'],
  ['US', `12-3456789${' '.repeat(TAX_ID_MAX)}`],
])('in %s, %s is none', (country, written) => {
  expect(parseTaxId(country, written)).toBeNull();
});

test('whatever is found has the form of its type, and is found again', () => {
  const country = fc.constantFrom('DE', 'GR', 'GB', 'CH', 'US', 'BR', 'CA', 'SG', 'XX');
  const written = fc.oneof(
    fc.constantFrom(...Object.values(EXAMPLES)),
    fc.string({ maxLength: 20 }),
    fc.stringMatching(/^[A-Z]{0,3}[0-9 .-]{5,15}[A-Z]{0,2}$/),
  );
  fc.assert(
    fc.property(country, written, (country, written) => {
      const found = parseTaxId(country, written);
      if (found === null) return;
      expect(checkTaxId(found.value, found.type)).toEqual(found);
      expect(parseTaxId(country, found.value)).toEqual(found);
      expect(found.value).toMatch(/^[0-9A-ZÑ&+*]+$/);
    }),
  );
});
