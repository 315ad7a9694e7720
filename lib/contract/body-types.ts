/** How bodies may be sent: JSON, or the fields of a form, which are texts. */
export const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

export type BodyType = keyof typeof BODY_TYPES;
