import { describe, expect, it } from 'vitest'
import { isAtLeast } from '#contract/auth/auth.schema.ts'
import { schoolDay } from '#contract/dates.ts'
import { isKeptFromGuests } from '#server/consents/kept-from-guests.repo.ts'
import { testDatabase } from '#server/testing/database.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db } = await testDatabase()

describe('a child', () => {
  it('is one until their birthday begins in Moscow', () => {
    const at = (moment: string) => isAtLeast(14, '2012-11-28', new Date(moment))
    expect([at('2026-11-27T20:59:59Z'), at('2026-11-27T21:00:00Z')]).toEqual([false, true])
    expect(isAtLeast(14, '2012-02-29', new Date('2026-02-28T12:00:00Z'))).toBe(false)
    expect(isAtLeast(14, '2012-02-29', new Date('2026-03-01T12:00:00Z'))).toBe(true)
  })

  it('is the same to the database', async () => {
    const today = schoolDay()
    const years = Number(today.slice(0, 4)) - 14
    for (const birth_date of [`${years}${today.slice(4)}`, `${years}-12-31`, `${years - 1}-12-31`, `${years}-01-01`]) {
      const { id } = await buildUser(db, { birth_date })
      expect([birth_date, await isKeptFromGuests(db, id)]).toEqual([birth_date, !isAtLeast(14, birth_date, new Date())])
    }
  })
})
