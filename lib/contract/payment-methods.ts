/** Methods that are paid days later, by who has left the page long ago: no form offers them, and no intent takes them. */
export const EXCLUDED_METHODS = [
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'oxxo',
] as const;
