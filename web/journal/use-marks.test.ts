// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { forgetStored } from '#web/journal/unsaved-changes.ts'
import { cellDraftKey } from '#web/journal/use-cell-text.ts'
import { useMarks } from '#web/journal/use-marks.ts'
import { readDevice } from '#web/ui/device-store.ts'

const cell: JournalCell = {
  assignment_id: 2,
  task_id: 7,
  status: null,
  score: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  changes: 0,
  absent: false,
  comment: '',
}
const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const assignment = {
  id: 2,
  weight: 1,
  max_score: 10,
  held_on: null,
  lesson: { id: 3, name: 'Письмо' },
} as JournalAssignment
const column = { ...assignment, held_on: '2026-09-01' }
const journal = {
  course: { id: 1, name: '' },
  assignments: [assignment],
  quizzes: [],
  periods: [],
  rows: [{ student, left_at: null, cells: [cell], quizzes: [], average: null, totals: [] }],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal

let marks: ReturnType<typeof useMarks>
const unsaved = () => shown.filter(({ severity }) => severity === 'error').map(({ detail }) => detail)

/** What the server has in the cell. */
let server = { score: null as number | null, absent: false, comment: '' }
/** What happens to the next changes: a lost one was saved, an unsent one was not. */
let fates: ('saved' | 'lost' | 'unsent')[] = []
/** Changes that the server has saved. */
let saved: object[] = []

interface Body {
  cells?: {
    score?: number | null
    expected?: number
    absent?: boolean
    expected_absent?: boolean
    comment?: string
    expected_comment?: string
  }[]
  score?: number | null
  expected?: number | null
}

/** Totals that the server was asked for. */
let totals: object[] = []

/** Refuses what is based on another value than the server has, as it does. */
const serve = async (path: string, { method, body }: RequestInit) => {
  if (method !== 'PUT') throw new TypeError('no network')
  if (path.endsWith('/totals')) {
    totals.push(JSON.parse(String(body)))
    return respond(200, { totals: [] })
  }
  const fate = fates.shift() ?? 'saved'
  if (fate === 'unsent') throw new TypeError('no network')
  const sent = JSON.parse(String(body)) as Body
  const change = sent.cells?.[0] ?? (sent as NonNullable<Body['cells']>[0])
  const isOther = (now: unknown, expected: unknown, sets: unknown) =>
    expected !== undefined && expected !== now && sets !== now
  const now = () => ({ ...cell, ...server, student_id: 1 })
  if (
    isOther(server.score, change.expected, change.score) ||
    isOther(server.comment, change.expected_comment, change.comment) ||
    isOther(server.absent, change.expected_absent, change.absent)
  )
    return respond(409, {
      type: 'urn:praktika:problem:conflict',
      title: '',
      detail: `теперь ${server.absent ? 'н' : server.score}`,
      ...(sent.cells ? { cells: [now()] } : { score: server.score }),
    })
  const { score = server.score, absent = server.absent, comment = server.comment } = change
  server = { score, absent, comment }
  saved.push(change)
  if (fate === 'lost') throw new TypeError('no network')
  return respond(200, sent.cells ? { cells: [now()] } : { cell: now() })
}

beforeEach(() => {
  server = { score: null, absent: false, comment: '' }
  fates = []
  saved = []
  totals = []
})
showEdits(() => {
  marks = useMarks(journal)
}, serve)

const type = async (score: number | null, { of = assignment, before = null as number | null } = {}) => {
  await act(() => marks.typeScore(student, of, cell, score, before))
  await act(changesSettled)
}
const typeAbsent = async () => {
  await act(() => marks.setAbsent(student, cell, null))
  await act(changesSettled)
}
const again = () => press('Повторить')

test('an absence takes the place of a score whose response was lost', async () => {
  fates = ['lost', 'unsent']
  await type(4)
  expect(unsaved()).toEqual(['Анна Белова: 4'])
  await typeAbsent()
  await again()
  expect(server).toMatchObject({ score: null, absent: true })
  expect(unsaved()).toEqual([])
  expect(question).toBeUndefined()
})

test('an absence asks before it takes the place of a score that somebody else has set', async () => {
  fates = ['lost', 'unsent']
  await type(4)
  await typeAbsent()
  server.score = 5
  await again()
  expect(server).toMatchObject({ score: 5, absent: false })
  expect(question?.text).toContain('теперь 5')
})

test.each([assignment, column])('a score takes the place of an absence whose response was lost', async (of) => {
  fates = ['lost', 'unsent']
  await typeAbsent()
  expect(unsaved()).toEqual(['Анна Белова: н'])
  await type(5, { of })
  await again()
  expect(server).toMatchObject({ score: 5, absent: false })
  expect(unsaved()).toEqual([])
})

test.each([assignment, column])('so does a score of the card, with its reason', async (of) => {
  fates = ['lost']
  await typeAbsent()
  await act(() => marks.explainScore(student, of, cell, [5, 'Ответила', null]))
  await act(changesSettled)
  expect(server).toMatchObject({ score: 5, absent: false })
})

test.each([
  ['typed', () => marks.typeScore(student, assignment, cell, null, null)],
  ['cleared', () => marks.clear(student, cell)],
])('a score whose response was lost is withdrawn when the old one is %s', async (_, withdraw) => {
  fates = ['lost', 'unsent']
  await type(4)
  await act(withdraw)
  await act(changesSettled)
  expect(server.score).toBe(4)
  // the journal is not loaded again: what it shows is what it has shown before
  act(() => forgetStored(journal))
  await again()
  expect(server).toMatchObject({ score: null, absent: false })
  expect(unsaved()).toEqual([])
})

test('an absence whose response was lost is withdrawn, and a score that somebody else has set meanwhile stays', async () => {
  fates = ['lost']
  await typeAbsent()
  server = { ...server, score: 5, absent: false }
  await act(() => marks.clear(student, cell))
  await act(changesSettled)
  expect(server).toMatchObject({ score: 5, absent: false })
  expect(question).toBeUndefined()
  expect(saved).toHaveLength(1)
  server = { ...server, score: null }
  fates = ['lost']
  await typeAbsent()
  await act(() => marks.clear(student, cell))
  await act(changesSettled)
  expect(server).toMatchObject({ score: null, absent: false })
})

test('a score asks before it takes the place of an absence that somebody else has set, and its undo leads to that', async () => {
  server.absent = true
  // both before the first one is refused
  await act(() => {
    marks.typeScore(student, column, cell, 4, null)
    marks.typeScore(student, column, { ...cell, score: 4 }, 5, 4)
  })
  await act(changesSettled)
  expect(server).toMatchObject({ score: null, absent: true })
  expect(question?.text).toContain('теперь н Вы ставили: Анна Белова: 5')
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server).toMatchObject({ score: 5, absent: false })
  await press('Отменить')
  expect(server).toMatchObject({ score: null, absent: true })
})

test('a score takes the place of an own absence that it was typed over twice, and that was lost', async () => {
  fates = ['lost', 'unsent']
  await act(() => {
    marks.setAbsent(student, cell, null)
    marks.typeScore(student, column, { ...cell, absent: true }, 4, null)
    marks.typeScore(student, column, { ...cell, score: 4 }, 5, 4)
  })
  await act(changesSettled)
  expect(server).toMatchObject({ score: 5, absent: false })
  expect(question).toBeUndefined()
})

test('an undo of a score leaves an absence that somebody else has set after it', async () => {
  await type(4, { of: column })
  server = { ...server, score: null, absent: true }
  await press('Отменить')
  expect(server).toMatchObject({ score: null, absent: true })
})

test('a score that is typed again after it was lost is sent again', async () => {
  fates = ['lost']
  await type(4)
  // the editor was opened while it was on its way, and the cell showed it
  await type(4, { before: 4 })
  expect(saved).toHaveLength(2)
  expect(server.score).toBe(4)
  expect(unsaved()).toEqual([])
})

test('a question about a mark that was typed again writes nothing', async () => {
  server.score = 2
  await type(4, { of: column })
  await act(() => expect.poll(() => question).toBeDefined())
  expect(question?.text).toContain('Анна Белова: 4')
  // the editor was open when the dialog was shown
  await type(5, { of: column })
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server.score).toBe(2)
  expect(question?.text).toContain('Анна Белова: 5')
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server.score).toBe(5)
  // of a task
  await type(4)
  await type(3)
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server.score).toBe(5)
  expect(question?.accept).toBe('Поставить 3')
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server.score).toBe(3)
})

test('a question about a mark that was typed again as it was writes it', async () => {
  server.score = 2
  await type(4, { of: column })
  await type(4, { of: column })
  await act(async () => question?.answer(true))
  await act(changesSettled)
  expect(server.score).toBe(4)
})

test.each(['saved', 'lost', 'refused'] as const)(
  'a total that was proposed waits for marks of its student: %s',
  async (fate) => {
    if (fate === 'lost') fates = ['lost']
    if (fate === 'refused') server.score = 2
    await act(() => {
      marks.typeScore(student, column, cell, 4, null)
      marks.setTotals([{ periodId: 9, student, from: null, to: 4, isProposed: true }])
    })
    await act(changesSettled)
    expect(totals).toHaveLength(fate === 'saved' ? 1 : 0)
    expect(shown.some(({ summary }) => summary === 'Итог не поставлен')).toBe(fate !== 'saved')
  },
)

test('a total that was typed or pasted is kept with a mark that found no network', async () => {
  fates = ['unsent']
  await act(() => {
    marks.typeScore(student, column, cell, 4, null)
    marks.setTotals([{ periodId: 9, student, from: null, to: 4 }])
  })
  await act(changesSettled)
  expect(totals).toHaveLength(1)
  expect(unsaved()).toEqual(['Анна Белова: 4'])
})

test('an undo brings an absence back that a score has replaced, also after the response to that was lost', async () => {
  const absent = { ...cell, absent: true }
  server.absent = true
  fates = ['unsent']
  for (let times = 0; times < 2; times += 1) {
    await act(() => marks.typeScore(student, column, absent, 5, null))
    await act(changesSettled)
  }
  expect(server).toMatchObject({ score: 5, absent: false })
  await press('Отменить')
  expect(server).toMatchObject({ score: null, absent: true })
})

test('a comment is cleared while it is on its way, and after its response was lost', async () => {
  await act(() => {
    void marks.changeComment(student, cell, 'Ответила')
    void marks.changeComment(student, cell, '')
  })
  await act(changesSettled)
  expect(server.comment).toBe('')
  fates = ['lost']
  for (const comment of ['Ответила', '']) await act(() => marks.changeComment(student, cell, comment))
  expect(server.comment).toBe('')
  expect(saved).toHaveLength(4)
})

const draft = (field: string) => readDevice<string>(cellDraftKey({ id: 5 }, { id: 2 }, { id: 1 }, field))

test('a comment that is refused when it is sent again is named, and stays in its card', async () => {
  fates = ['unsent']
  await act(() => marks.changeComment(student, cell, 'Ответила'))
  expect(unsaved()).toEqual(['Анна Белова: комментарий'])
  server.comment = 'Спросить в среду'
  await again()
  expect(server.comment).toBe('Спросить в среду')
  expect(shown.at(-1)?.detail).toContain(
    'Не сохранилось: Анна Белова: комментарий. Ваш текст остался в карточке клетки: «Ответила».',
  )
  expect(draft('comment')).toBe('Ответила')
  // over what a colleague has written, on purpose
  await act(() => marks.changeComment(student, { ...cell, comment: 'Спросить в среду' }, 'Ответила'))
  expect(server.comment).toBe('Ответила')
  expect(draft('comment')).toBeNull()
})

test('a comment that is saved when it is sent again, or was stored already, leaves its card', async () => {
  fates = ['unsent']
  await act(() => marks.changeComment(student, cell, 'Ответила'))
  expect(draft('comment')).toBe('Ответила')
  await again()
  expect(draft('comment')).toBeNull()
  fates = ['lost']
  await act(() => marks.changeComment(student, { ...cell, comment: 'Ответила' }, 'Ответила устно'))
  expect(draft('comment')).toBe('Ответила устно')
  const row = { ...journal.rows[0], cells: [{ ...cell, comment: 'Ответила устно' }] }
  act(() => forgetStored({ ...journal, rows: [row] } as Journal))
  expect(draft('comment')).toBeNull()
})

test('why a score is changed stays in its card until the score is saved', async () => {
  fates = ['unsent']
  await act(() => marks.explainScore(student, assignment, cell, [5, 'Пересчитали', null]))
  await act(changesSettled)
  server.score = 2
  await again()
  await act(async () => question?.answer(false))
  expect(draft('reason')).toBe('Пересчитали')
  await act(() => marks.explainScore(student, assignment, { ...cell, score: 2 }, [5, 'Пересчитали', 2]))
  await act(changesSettled)
  expect(draft('reason')).toBeNull()
})

test('no undo is offered of a mark that another one, which is unsaved, has replaced', async () => {
  const undo = () => shown.some(({ action }) => action?.label === 'Отменить')
  fates = ['saved', 'unsent', 'saved', 'unsent']
  await type(4)
  expect(undo()).toBe(true)
  await type(5, { before: 4 })
  expect(unsaved()).toEqual(['Анна Белова: 5'])
  expect(undo()).toBe(false)
  // both on their way
  await act(() => {
    marks.typeScore(student, assignment, cell, 6, 4)
    marks.typeScore(student, assignment, cell, 7, 6)
  })
  await act(changesSettled)
  expect(server.score).toBe(6)
  expect(unsaved()).toEqual(['Анна Белова: 7'])
  expect(undo()).toBe(false)
})
