/** The total of a list that is being loaded; null if it could not be. */
export function totalOrNull(
  asked: Promise<{ pagination: { total_count: number } }>,
): Promise<number | null> {
  return asked.then(
    ({ pagination }) => pagination.total_count,
    () => null,
  );
}
