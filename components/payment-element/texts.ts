export const ELEMENT = {
  loading: 'Loading the payment form',
  failed:
    'The payment form couldn’t load. Check your connection, and that nothing blocks js.stripe.com.',
  retry: 'Try again',
} as const;

export const NOT_READY = 'The payment form is still loading. Wait a moment and try again.';
