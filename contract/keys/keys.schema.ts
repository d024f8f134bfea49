import { z } from 'zod'
import { Id, line, Moment } from '#contract/http/fields.ts'
import { keyDays, keyScopes } from '#contract/keys/key-scopes.ts'
import { keysOf } from '#contract/records.ts'
import { Person } from '#contract/users/users.schema.ts'

const KeyScope = z.enum(keysOf(keyScopes), 'Такого разрешения нет')

/** A new key for a program. */
export const NewKey = z.object({
  name: line(60),
  scopes: z
    .array(KeyScope)
    .min(1, 'Выберите, что разрешить')
    .max(keysOf(keyScopes).length, 'Каждое разрешение указывается один раз')
    .transform((scopes) => [...new Set(scopes)].sort()),
  /** How long it works. */
  days: z
    .number()
    .int()
    .min(keyDays.min, 'Не меньше дня')
    .max(keyDays.max, `Не больше ${keyDays.max} дней`)
    .default(keyDays.usual),
})

/** A key as curators see it; the key itself is shown once. */
export const ProgramKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(KeyScope),
  /** Who made it: the program acts for them. */
  user: Person,
  created_at: Moment,
  expires_at: Moment,
  /** Within a minute; null: not yet. */
  used_at: Moment.nullable(),
  /** Whether it works now: not expired, and its maker could make one now. */
  works: z.boolean(),
})
export type ProgramKey = z.infer<typeof ProgramKey>
