/** The one row of a statement that returns exactly one: an insert, or a change of a row that is locked. Throws without one. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}
