/** `min` and `max` of a date input, from the bounds of a custom field in seconds since 1970 (UTC). */
export function dateBounds({ ge, le }: { ge?: number | undefined; le?: number | undefined }) {
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  return {
    ...(ge === undefined ? {} : { min: day(ge) }),
    ...(le === undefined ? {} : { max: day(le) }),
  };
}
