import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { moment } from '#server/db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    surname: text().notNull(),
    /** In lower case. */
    email: text().notNull(),
    role: text().$type<RoleSlug>().notNull(),
    about: text().notNull().default(''),
    /** Whether verdicts on one's works come by letter, too. */
    letters: boolean().notNull().default(true),
    /** Argon2id; null until the person has set one. */
    password_hash: text(),
    /** File name in the avatars' folder. */
    avatar: text(),
    birth_date: date(),
    active: boolean().notNull().default(true),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('users_email_key').on(table.email), index('users_by_name').on(table.surname, table.name)],
)
export type User = typeof users.$inferSelect
