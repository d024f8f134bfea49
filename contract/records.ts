/** A record with a value for each of the rows; unlike `Object.fromEntries` it keeps the type of its keys. */
export function recordOf<Row, Key extends string, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  makeValue: (row: Row) => Value,
): Record<Key, Value>
export function recordOf<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  makeValue: (row: Row) => Value,
): Record<string, Value> {
  return Object.fromEntries(rows.map((row) => [keyOf(row), makeValue(row)]))
}

/** The keys of a record; unlike `Object.keys` it keeps their type. */
export function keysOf<Key extends string>(record: Record<Key, unknown>): Key[]
export function keysOf(record: Record<string, unknown>): string[] {
  return Object.keys(record)
}
