import { invalid, type StripeProblem } from '@/testing/stripe/problems';

// Stripe's own rules for amounts (docs.stripe.com/currencies), apart from the product's table, which they judge.

const NO_DECIMALS = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '));
/** Two decimals are sent, and they are always zero. */
const WHOLE_UNITS = new Set(['isk', 'ugx']);
const TWO_DECIMALS = new Set(
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx uyu uzs wst xcd yer zar zmw'.split(
    ' ',
  ),
);

/** Major units, by settlement currency. */
const MINIMUM: Readonly<Record<string, number>> = {
  usd: 0.5,
  aed: 2,
  czk: 15,
  dkk: 2.5,
  gbp: 0.3,
  hkd: 4,
  huf: 175,
  jpy: 50,
  krw: 50,
  mxn: 10,
  myr: 2,
  nok: 3,
  pln: 2,
  ron: 2,
  sek: 3,
  thb: 10,
};
const MAXIMUM = 99_999_999;
const MAXIMUM_IDR = 999_999_999_999;

/** What a major unit is worth in US dollars, as of this double. */
const WORTH: Readonly<Record<string, number>> = {
  usd: 1,
  eur: 1.1,
  gbp: 1.25,
  jpy: 0.0067,
  krw: 0.00072,
  huf: 0.0027,
  isk: 0.0072,
  ugx: 0.00027,
  kwd: 3.25,
  idr: 0.00006,
  cad: 0.72,
  aud: 0.65,
  chf: 1.15,
};

export function decimalsOf(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** Throws what Stripe answers to an amount that it does not charge. */
export function checkAmount(amount: number, currency: string, settlement: string): void {
  if (!(NO_DECIMALS.has(currency) || THREE_DECIMALS.has(currency) || TWO_DECIMALS.has(currency))) {
    throw invalid(`Invalid currency: ${currency}`, { param: 'currency' });
  }
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount > (currency === 'idr' ? MAXIMUM_IDR : MAXIMUM)) {
    throw tooLarge();
  }
  const step = stepOf(currency);
  if (amount % step !== 0) {
    throw invalid(`Invalid amount: ${currency} is charged in multiples of ${step}`, {
      param: 'amount',
    });
  }
  const least = (MINIMUM[settlement] ?? 0.5) * 10 ** decimalsOf(settlement);
  if (converted(amount, currency, settlement) < least) {
    const message = `The Checkout amount must convert to at least ${MINIMUM[settlement] ?? 0.5} ${settlement}.`;
    throw invalid(message, { code: 'amount_too_small', param: 'amount' });
  }
}

function stepOf(currency: string): number {
  if (WHOLE_UNITS.has(currency)) return 100;
  return THREE_DECIMALS.has(currency) ? 10 : 1;
}

/** How much of the other currency an amount is, in minor units of each. */
export function converted(amount: number, currency: string, to: string): number {
  if (currency === to) return amount;
  const major = amount / 10 ** decimalsOf(currency);
  return Math.round(major * exchangeRate(currency, to) * 10 ** decimalsOf(to));
}

export function exchangeRate(currency: string, to: string): number {
  return (WORTH[currency] ?? 1) / (WORTH[to] ?? 1);
}

export function tooLarge(): StripeProblem {
  return invalid('Amount is too large', { code: 'amount_too_large', param: 'amount' });
}
