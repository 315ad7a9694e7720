// The codes of the table of money.ts, for forms and schemas: pages that print amounts alone load them not.

/** Three letters each. */
const CODES =
  'aedafnallamdangaoaarsaudawgaznbambbdbdtbgnbhdbifbmdbndbobbrlbsdbwpbynbzdcadcdfchfclpcnycop' +
  'crccveczkdjfdkkdopdzdegpetbeurfjdfkpgbpgelgipgmdgnfgtqgydhkdhnlhtghufidrilsinriskjmdjodjpy' +
  'keskgskhrkmfkrwkwdkydkztlaklbplkrlrdlslmadmdlmgamkdmmkmntmopmurmvrmwkmxnmyrmznnadngnnionok' +
  'nprnzdomrpabpenpgkphppkrplnpygqarronrsdrubrwfsarsbdscrseksgdshpslesossrdstdszlthbtjstndtop' +
  'tryttdtwdtzsuahugxusduyuuzsvndvuvwstxafxcdxcgxofxpfyerzarzmw';

/** The currencies of prices, in lower case and in the order of the alphabet. */
export const CURRENCIES: readonly string[] = CODES.match(/.{3}/g) ?? [];
