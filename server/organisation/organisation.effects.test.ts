import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { effects } from '#server/effects/effects.table.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { organisationRecords } from '#server/organisation/organisation.table.ts'
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

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** A page whose draft has waited since then; returns it as curators see it. */
const waitingDraft = async (number: number, since: string) => {
  await editor.write(number, contentWith('Опубликовано'))
  const { draft } = (await editor.save(number, contentWith('Раз'))).body
  await db.update(organisationRecords).set({ draft_since: since }).where(eq(organisationRecords.number, number))
  await db
    .update(effects)
    .set({ payload: { number, since }, visible_at: reminderMoment(since) })
    .where(sql`${effects.payload} ->> 'since' = ${draft.since}`)
  return editor.load(number)
}

const drops = {
  discarded: (number: number) => editor.discard(number),
  'replaced by what is published': async (number: number) =>
    editor.restore(number, (await editor.versions(number))[0].id),
  'made equal to what is published': (number: number) => editor.save(number, contentWith('Опубликовано')),
}

it.each(Object.entries(drops))('a draft that was %s and taken back has the days that are left', async (how, drop) => {
  const number = 4 + Object.keys(drops).indexOf(how)
  const { content, since, deadline } = await waitingDraft(number, daysAgo(9))
  expect((await drop(number)).body.draft).toMatchObject({ since: null, deadline: null })
  expect((await editor.save(number, content)).body.draft).toMatchObject({ since, deadline })
  // a second time, too
  await drop(number)
  expect((await editor.save(number, content)).body.draft).toMatchObject({ since, deadline })
  const reminders = (await db.select().from(effects)).map(({ payload }) => payload)
  expect(reminders.filter((payload) => (payload as { since: string }).since === since)).toEqual([{ number, since }])
  await wait()
  expect(await newLetters()).toHaveLength(2)
})

it('curators are reminded of a draft whose reminder was due while it was discarded', async () => {
  const since = daysAgo(20)
  const { content } = await waitingDraft(7, since)
  const due = Date.parse(reminderMoment(since))
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: due - minuteMs })
  await editor.discard(7)
  vi.useRealTimers()
  await runEffects()
  expect(await newLetters()).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: due + minuteMs })
  expect((await editor.save(7, content)).body.draft.since).toBe(since)
  vi.useRealTimers()
  await runEffects()
  expect(await newLetters()).toHaveLength(2)
})

it('a draft has its own ten days when another was discarded long ago, or the page was published since', async () => {
  const old = daysAgo(9)
  await waitingDraft(8, old)
  await editor.discard(8)
  const dropped_at = new Date(Date.now() - 2 * hourMs).toISOString()
  await db.update(organisationRecords).set({ dropped_at }).where(eq(organisationRecords.number, 8))
  const { body } = await editor.save(8, contentWith('Два'))
  expect(Date.parse(body.draft.since)).toBeGreaterThan(Date.parse(dropped_at))
  await waitingDraft(9, old)
  await editor.publish(9)
  const next = await editor.save(9, contentWith('Два'))
  expect(Date.parse(next.body.draft.since)).toBeGreaterThan(Date.parse(dropped_at))
})
