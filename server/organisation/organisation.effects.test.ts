import { beforeEach, expect, it } from 'vitest'
import { effects } from '#server/effects/effects.table.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { reminderMoment } from '#server/organisation/working-days.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'

const { db, config, call, signedIn, runEffects, outbox } = await testApp()
const curator = await signedIn({ role: 'curator', name: 'Ольга', email: 'olga@school.example' })
await signedIn({ role: 'curator', email: 'second@school.example' })
await signedIn({ role: 'curator', email: 'gone@school.example', active: false })
const editor = editorOf(call, curator)

const contentWith = (text: string) => contentOf({}, { before: `<p>${text}</p>` })

/** Moves the clock to the tenth working day. */
const wait = async () => {
  await db.update(effects).set({ visible_at: new Date().toISOString() })
  return runEffects()
}

let before = 0
beforeEach(async () => {
  await wait()
  before = (await readLetters(outbox)).length
})
const newLetters = async () => (await readLetters(outbox)).slice(before)

it('an unpublished draft causes one notification, on the morning of the tenth working day', async () => {
  await editor.save(1, contentWith('Раз'))
  await editor.save(1, contentWith('Два'))
  const waiting = await db.select().from(effects)
  const { since } = await editor.load(1)
  expect(waiting).toMatchObject([
    { kind: 'organisation-waits', payload: { number: 1, since }, visible_at: reminderMoment(since) },
  ])
  await runEffects()
  expect(await newLetters()).toEqual([])

  await wait()
  const letters = await newLetters()
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['olga@school.example', 'second@school.example'])
  const own = letters.find(({ to }) => to.startsWith('olga'))
  expect(own?.text).toContain('Здравствуйте, Ольга!')
  expect(own?.text).toContain('на странице «Основные сведения»')
  expect(own?.text).toMatch(/Этот срок заканчивается .* в 23:59 по московскому времени\./)
  expect(own?.text).toContain(`${config.publicUrl}/organisation/page1`)

  await editor.save(1, contentWith('Три'))
  expect(await wait()).toBe(0)
  expect(await newLetters()).toHaveLength(2)
})

it('a draft that was published or discarded causes none, but the next one does', async () => {
  await editor.write(2, contentWith('Раз'))
  await editor.save(3, contentWith('Раз'))
  await editor.discard(3)
  await wait()
  expect(await newLetters()).toEqual([])
  await editor.save(2, contentWith('Два'))
  await wait()
  expect(await newLetters()).toHaveLength(2)
})
