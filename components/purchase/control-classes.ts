/** Controls of the buyer's pages are larger than a seller's. */
export const LARGE = 'h-11! px-3! text-base!';
export const LARGE_SELECT = '[&>select]:h-11! [&>select]:pl-3! [&>select]:text-base!';
