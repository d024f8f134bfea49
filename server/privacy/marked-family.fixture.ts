import { consentRequests } from '#server/consents/consents.table.ts'
import type { Db } from '#server/db/database.ts'
import { familyLetters, familyLinks } from '#server/family/family.table.ts'
import { guardians } from '#server/users/users.table.ts'

interface Marked {
  user_id: number
  mark: (column: `${string}.${string}`) => string
}

/** Gives the marked person parents, one with a link to their page and one with weekly letters. */
export const buildMarkedFamily = async (db: Db, { user_id, mark }: Marked) => {
  const addressIn = (column: `${string}.${string}`) => `${mark(column)}@home.example`
  const [reader, subscriber] = [addressIn('family_links.email'), addressIn('family_letters.email')]
  await db.insert(guardians).values([
    { child_id: user_id, name: mark('guardians.name'), email: addressIn('guardians.email') },
    { child_id: user_id, email: reader },
    { child_id: user_id, email: subscriber },
  ])
  await db.insert(consentRequests).values({ user_id, asked_at: new Date().toISOString() })
  await db.insert(familyLinks).values({ token_hash: Buffer.from('8'), email: reader })
  await db.insert(familyLetters).values({ email: subscriber, since: new Date().toISOString() })
}
