/**
 * A part of a list, as answers have it.
 * @param rows one more than `limit`, if there are
 * @param cursor where the next part begins, after this row
 */
export function page<Row, Json>(
  rows: readonly Row[],
  limit: number,
  json: (row: Row) => Json,
  cursor: (row: Row) => string,
) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    success: true,
    data: shown.map(json),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : cursor(last),
  };
}
