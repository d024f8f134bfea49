import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { minuteMs } from '#contract/durations.ts'
import { publishedPassword } from '#server/auth/demo-password.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type User, users } from '#server/users/users.table.ts'

/** The password of everybody created by `buildUser`. */
export const demoPassword = publishedPassword

let passwordHash: Promise<string> | undefined

/** Hashing is slow on purpose, so it is done once for all of them. */
const demoPasswordHash = () => {
  passwordHash ??= hashPassword(demoPassword)
  return passwordHash
}

/**
 * Adds a person for tests and the demo school: by default an active student with the demo password and a confirmed
 * address.
 */
export const buildUser = async (
  db: Db,
  values: Partial<typeof users.$inferInsert> & { email?: string } = {},
): Promise<User & { email: string }> => {
  const [user] = await db
    .insert(users)
    .values({
      name: 'Мария',
      surname: 'Орлова',
      email: `${randomUUID()}@school.example`,
      role: 'student',
      password_hash: await demoPasswordHash(),
      email_confirmed_at: new Date().toISOString(),
      ...values,
    })
    .returning()
  return user as User & { email: string }
}

/** Opens a session for a person, whose password was given some minutes ago; returns the bearer token. */
export const signInAs = (db: Db, user: { id: number }, minutesAgo = 0) =>
  openSession(db, user.id, undefined, new Date(Date.now() - minutesAgo * minuteMs).toISOString())

/** Adds a child without an address, who signs in as `login` with the demo password. */
export const buildChild = async (db: Db, values: Partial<typeof users.$inferInsert> & { login: string }) => {
  const { id } = await buildUser(db)
  const rows = await db
    .update(users)
    .set({ email: null, email_confirmed_at: null, ...values })
    .where(eq(users.id, id))
    .returning()
  return onlyRow(rows)
}
