import { addError, type ReadRow, type WantedPerson } from '#server/people-imports/read-person.ts'

/** What a row is recognised by, and nothing else in the file may have; of somebody without these, everything. */
const keysOf = ({ email, login, own_number, ...wanted }: WantedPerson) => {
  const keys = [
    ...(email ? [['email', email] as const] : []),
    ...(login ? [['login', login] as const] : []),
    ...(own_number ? [['own_number', own_number] as const] : []),
  ]
  if (keys.length > 0 || !wanted.surname) return keys
  const { surname, name, patronymic, birth_date, classes } = wanted
  return [['surname', JSON.stringify([surname, name, patronymic, birth_date, classes]).toLowerCase()] as const]
}

const names = { email: 'Та же почта', login: 'Тот же логин', own_number: 'Тот же номер', surname: 'Тот же человек' }

/** Adds errors to rows that are about one person: all of them, since nobody knows which is right. */
export const findDuplicates = (rows: ReadRow[]) => {
  const lines = new Map<string, number[]>()
  const keyed = rows.map((row) => ({
    row,
    keys: keysOf(row.wanted).map(([field, value]) => ({ field, key: `${field} ${value}` })),
  }))
  for (const { row, keys } of keyed) {
    for (const { key } of keys) {
      const known = lines.get(key)
      if (known) known.push(row.line)
      else lines.set(key, [row.line])
    }
  }
  for (const { row, keys } of keyed) {
    for (const { field, key } of keys) {
      const others = (lines.get(key) ?? []).filter((line) => line !== row.line)
      if (others.length > 0) {
        addError(row.errors, field, `${names[field]} в строке ${others.slice(0, 5).join(', ')}`)
      }
    }
  }
}
