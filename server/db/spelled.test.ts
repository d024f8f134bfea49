import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { exactlySpelled, spelled } from '#server/db/spelled.ts'
import { testApp } from '#server/testing/app.ts'

const { db } = await testApp()

const alphabet = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'
const latin = 'abcdefghijklmnopqrstuvwxyz'

it.each([
  alphabet,
  alphabet.toUpperCase(),
  latin,
  latin.toUpperCase(),
  '0123456789',
  'Анна-Мария Ёлкина',
  'O’Brien 李 José',
  'ivan_22%@school.example',
  '',
])('spells %j like the database', async (text) => {
  const { rows } = await db.execute(sql`select spelled(${text}) as spelled, exactly_spelled(${text}) as exactly`)
  expect(rows).toEqual([{ spelled: spelled(text), exactly: exactlySpelled(text) }])
})

it('has a sign of its own for each letter but ё, and for each digit', () => {
  expect(new Set(exactlySpelled(`${alphabet}${latin}0123456789`)).size).toBe(32 + 26 + 10)
  expect(exactlySpelled('ё')).toBe(exactlySpelled('е'))
})
