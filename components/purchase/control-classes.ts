/** Controls of the buyer's pages are larger than a seller's. */
export const LARGE = 'h-11! px-3! text-base!';
/** The same for all controls of a form that is made of a seller's fields. */
export const LARGE_CONTROLS =
  '[&_:is(input,select,[role=combobox])]:min-h-11! [&_:is(input,select,[role=combobox])]:text-base! [&_:is(input,[role=combobox])]:px-3!';
export const LARGE_SELECT = '[&>select]:h-11! [&>select]:pl-3! [&>select]:text-base!';
