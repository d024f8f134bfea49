/** The one row of a statement that returns exactly one. Throws without one. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}
