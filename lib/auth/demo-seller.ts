/** The address of the seller of the demonstration data. */
export const DEMO_EMAIL = 'demo@example.com';
