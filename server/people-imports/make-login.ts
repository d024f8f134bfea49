import { inLatin } from '#server/users/in-latin.ts'

/** How a login made from a name begins: «Иванова Мария» → `ivanova.m`. */
export const loginBase = ({ surname, name }: { surname: string; name: string }) => {
  const base = [inLatin(surname).slice(0, 30), inLatin(name).slice(0, 1)].filter(Boolean).join('.')
  return base.length >= 3 ? base : `user.${base}`.replace(/\.$/, '')
}

/** The first of `ivanova.m`, `ivanova.m2`, `ivanova.m3`… that is not taken; adds it to the taken ones. */
export const freeLogin = (base: string, taken: Set<string>) => {
  let login = base
  for (let number = 2; taken.has(login); number += 1) login = `${base}${number}`
  taken.add(login)
  return login
}
