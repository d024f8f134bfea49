/** A number that was typed, with a comma or a point; null for an empty field, undefined for what is no such number. */
export const readNumber = (typed: string, { min, max }: { min: number; max: number }): number | null | undefined => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d{1,4}(\.\d{0,2})?$/.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}
