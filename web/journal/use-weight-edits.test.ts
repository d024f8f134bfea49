// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Journal, JournalAssignment } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { queryClient } from '#web/data/query-client.ts'
import { withChanges } from '#web/journal/change-journal.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { usePendingChanges } from '#web/journal/pending-changes.ts'
import { forgetStored } from '#web/journal/unsaved-changes.ts'
import { useWeightEdits } from '#web/journal/use-total-edits.ts'

const assignment = { id: 2, weight: 1, max_score: 10, lesson: { id: 3, name: 'Письмо' } } as JournalAssignment
const journal = {
  course: { id: 1, name: '' },
  assignments: [assignment],
  quizzes: [],
  periods: [],
  rows: [],
  grading: { scale: '2-5', borders: defaultBorders },
} as unknown as Journal

const { queryKey } = journalQuery(journal.course.id)

let edit: ReturnType<typeof useWeightEdits>['setWeight']
/** The weights that the page has shown. */
let seen: (number | undefined)[] = []

/** What the server has. */
let weight = 1
/** What happens to the next changes: a lost one was saved, an unsent one was not. */
let fates: ('saved' | 'lost' | 'unsent')[] = []
/** Refuses what is based on another weight than the server has, as it does. */
const serve = async (_: string, { method, body }: RequestInit) => {
  if (method !== 'PUT') throw new TypeError('no network')
  const fate = fates.shift() ?? 'saved'
  if (fate === 'unsent') throw new TypeError('no network')
  const [sent] = JSON.parse(String(body)).weights as { weight: number; expected?: number }[]
  const { weight: sets = 0, expected } = sent ?? {}
  if (expected !== undefined && expected !== weight && sets !== weight)
    return respond(409, {
      type: 'urn:praktika:problem:conflict',
      title: '',
      detail: `«Письмо»: теперь ${weight}.`,
      weights: [{ assignment_id: assignment.id, weight }],
    })
  weight = sets
  if (fate === 'lost') throw new TypeError('no network')
  return respond(200, { journal: { ...journal, assignments: [{ ...assignment, weight }] } })
}

showEdits(
  () => {
    edit = useWeightEdits(journal).setWeight
    const pending = usePendingChanges(journal.course.id)
    const loaded = queryClient.getQueryData(queryKey)?.journal
    const weight = loaded && withChanges(loaded, pending).assignments[0]?.weight
    if (weight !== seen.at(-1)) seen.push(weight)
  },
  serve,
  () => {
    weight = 1
    fates = []
    seen = []
    queryClient.setQueryData(queryKey, { journal })
  },
)

/** Sets weights one after another, each while the one before it is on its way. */
const set = async (...weights: number[]) => {
  await act(() => {
    let before = assignment.weight
    for (const to of weights) {
      edit({ ...assignment, weight: before }, to)
      before = to
    }
  })
  await act(changesSettled)
}
const unsaved = () => shown.some(({ summary }) => summary === 'Нет связи: не сохранено')

test('the last of two weights is shown while they are on their way, and what was saved once both are lost', async () => {
  fates = ['unsent', 'unsent']
  await set(3, 2)
  expect(seen).toEqual([1, 2, 1])
})

test('an unsaved weight is withdrawn when the old one is typed, whatever the journal shows', async () => {
  fates = ['lost', 'unsent']
  await set(3)
  expect(weight).toBe(3)
  await set(1)
  act(() => forgetStored(journal))
  expect(unsaved()).toBe(true)
  await press('Повторить')
  expect(weight).toBe(1)
  expect(unsaved()).toBe(false)
})

test('a weight that is withdrawn leaves what a colleague has set meanwhile, and says so', async () => {
  fates = ['lost']
  await set(3)
  weight = 2
  await set(1)
  expect(weight).toBe(2)
  expect(question).toBeUndefined()
  expect(shown.at(-1)?.detail).toContain('теперь 2')
})

test.each([
  [true, 3],
  [false, 2],
])('a weight that a colleague has changed meanwhile is replaced on purpose alone: %s', async (answer, after) => {
  weight = 2
  await set(3)
  expect(weight).toBe(2)
  expect(question).toMatchObject({ accept: 'Поставить 3', reject: 'Оставить 2' })
  await act(async () => question?.answer(answer))
  await act(changesSettled)
  expect(weight).toBe(after)
})

test.each(['lost', 'unsent'] as const)(
  'a weight that was %s is replaced by another one without a question',
  async (fate) => {
    fates = [fate, 'unsent', 'saved']
    for (const to of [3, 4, 5]) await set(to)
    expect(weight).toBe(5)
    expect(question).toBeUndefined()
    // the undo leads to what the server had
    await press('Отменить')
    expect(weight).toBe(fate === 'lost' ? 3 : 1)
  },
)

test('a weight that is typed again while it is on its way is replaced without a question', async () => {
  fates = ['lost']
  await set(3, 4)
  expect(weight).toBe(4)
  expect(question).toBeUndefined()
  expect(unsaved()).toBe(false)
})
