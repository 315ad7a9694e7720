// The frame of the card form: what a buyer types, checked as Stripe's element does.

interface Options {
  mode: string;
  currency: string;
  excludedPaymentMethodTypes?: string[];
  allowedPaymentMethodTypes?: string[];
}

const EURO_METHODS = ['sepa_debit', 'ideal', 'bancontact'];
const NAMES: Record<string, string> = {
  card: 'Card',
  sepa_debit: 'SEPA Direct Debit',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
};

let options: Options = JSON.parse(decodeURIComponent(location.hash.slice(1)));

const field = (name: string) => document.getElementById(name) as HTMLInputElement;
const typed = (name: string) => field(name).value.trim();

function showTypes(): void {
  const { excludedPaymentMethodTypes: excluded = [], allowedPaymentMethodTypes: allowed } = options;
  const types = ['card', ...(options.currency === 'eur' ? EURO_METHODS : [])].filter(
    (type) => !excluded.includes(type) && (!allowed || allowed.includes(type)),
  );
  const select = document.getElementById('type') as HTMLSelectElement;
  const chosen = select.value;
  select.replaceChildren(...types.map((type) => new Option(NAMES[type], type)));
  if (types.includes(chosen)) select.value = chosen;
  (document.getElementById('types') as HTMLElement).hidden = types.length < 2;
  showFields();
}

const typeOf = () => (document.getElementById('type') as HTMLSelectElement).value;

function showFields(): void {
  const type = typeOf();
  (document.getElementById('card') as HTMLElement).hidden = type !== 'card';
  (document.getElementById('bank') as HTMLElement).hidden = type !== 'sepa_debit';
}

function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 12 && sum % 10 === 0;
}

function read(): { data: object; type: string } | { error: object } {
  const type = typeOf();
  if (type === 'sepa_debit') {
    return { type, data: { type, sepa_debit: { iban: typed('iban') } } };
  }
  if (type !== 'card') return { type, data: { type, [type]: {} } };
  const number = typed('number').replaceAll(/\D/g, '');
  const [month = '', year = ''] = typed('expiry')
    .split('/')
    .map((part) => part.trim());
  const problem = (code: string, message: string) => {
    (document.getElementById('problem') as HTMLElement).textContent = message;
    return { error: { type: 'validation_error', code, message } };
  };
  if (number === '') return problem('incomplete_number', 'Your card number is incomplete.');
  if (!isCardNumber(number)) return problem('invalid_number', 'Your card number is invalid.');
  if (!month || !year) {
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  const full = 2000 + (Number(year) % 100);
  const ends = new Date(full, Number(month));
  if (ends < new Date()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (typed('cvc') === '') {
    return problem('incomplete_cvc', "Your card's security code is incomplete.");
  }
  (document.getElementById('problem') as HTMLElement).textContent = '';
  const card = { number, exp_month: Number(month), exp_year: full, cvc: typed('cvc') };
  return { type, data: { type, card } };
}

window.addEventListener('message', ({ data, source, origin }) => {
  if (data?.options) {
    options = data.options;
    showTypes();
    return;
  }
  if (!data?.read) return;
  (source as Window).postMessage({ answerTo: data.id, answer: read() }, origin);
});

document.addEventListener('input', () => {
  showFields();
  const isFilled =
    typeOf() !== 'card' || ['number', 'expiry', 'cvc'].every((name) => typed(name) !== '');
  const changed = { complete: isFilled, empty: !isFilled, value: { type: typeOf() } };
  window.parent.postMessage({ changed }, '*');
});

showTypes();
