// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { queryClient } from '#web/data/query-client.ts'
import { withChanges } from '#web/journal/change-journal.ts'
import { changesSettled, changesShown } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { usePendingChanges } from '#web/journal/pending-changes.ts'
import { forgetStored } from '#web/journal/unsaved-changes.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'

const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const assignment = { id: 2, weight: 1, max_score: 10, lesson: { id: 3, name: 'Письмо' } } as JournalAssignment
const cell = { assignment_id: 2, task_id: 7, score: null, absent: false, comment: '' } as JournalCell
const [quarter, year] = [
  { id: 8, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-31', locked: false },
  { id: 9, kind: 'year', name: 'Год', from: '2026-09-01', to: '2027-05-31', locked: false },
]
/** A teammate, whose task is the same. */
const other = { id: 4, name: 'Борис', surname: 'Ветров', avatar: null }
const rowOf = (person: typeof student) => ({
  student: person,
  left_at: null,
  cells: [cell],
  quizzes: [],
  average: null,
  totals: [quarter, year].map(total),
})
const total = (period: { id: number }) => ({ period_id: period.id, score: null, proposed: null, basis: null })
const journal = {
  course: { id: 1, name: '' },
  assignments: [assignment],
  quizzes: [],
  periods: [quarter, year],
  rows: [rowOf(student), rowOf(other)],
  grading: { scale: '2-5', borders: defaultBorders },
} as unknown as Journal
/** Students and their numbers are the same in every course. */
const otherCourse = {
  ...journal,
  course: { id: 2, name: '' },
  assignments: [{ ...assignment, id: 20 }],
  rows: journal.rows.map((row) => ({ ...row, cells: [{ ...cell, assignment_id: 20, task_id: 70 }] })),
} as Journal

let edits: ReturnType<typeof useJournalEdits>
let otherEdits: ReturnType<typeof useJournalEdits>
let pending: ReturnType<typeof usePendingChanges> = []
const unsaved = () => shown.some(({ summary }) => summary === 'Нет связи: не сохранено')

/** What the server has. */
let totals: Record<number, number | null> = {}
/** What happens to the next changes: a lost one was saved, an unsent one was not. */
let fates: ('saved' | 'lost' | 'unsent')[] = []

interface Body {
  cells?: { student_id: number; score: number | null }[]
  totals?: { period_id: number; score: number | null; expected: number | null }[]
}

/** Refuses what is based on another total than the server has, as it does. */
const serve = async (_: string, { method, body }: RequestInit) => {
  if (method !== 'PUT') throw new TypeError('no network')
  const fate = fates.shift() ?? 'saved'
  if (fate === 'unsent') throw new TypeError('no network')
  const sent = JSON.parse(String(body)) as Body
  const now = (id: number) => ({ period_id: id, student_id: 1, score: totals[id], proposed: null, basis: null })
  const others = (sent.totals ?? []).filter(({ period_id: id, expected, score }) => {
    return expected !== totals[id] && score !== totals[id]
  })
  if (others.length > 0)
    return respond(409, {
      type: 'urn:praktika:problem:conflict',
      title: '',
      detail: `теперь ${totals[others[0]?.period_id ?? 0]}`,
      totals: others.map(({ period_id }) => now(period_id)),
    })
  for (const { period_id, score } of sent.totals ?? []) totals[period_id] = score
  if (fate === 'lost') throw new TypeError('no network')
  if (sent.cells) return respond(200, { cells: sent.cells.map((change) => ({ ...cell, ...change })) })
  return respond(200, sent.totals ? { totals: sent.totals.map(({ period_id }) => now(period_id)) } : { journal })
}

beforeEach(() => {
  totals = { [quarter.id]: 60, [year.id]: null }
  fates = []
})
showEdits(() => {
  edits = useJournalEdits(journal)
  otherEdits = useJournalEdits(otherCourse)
  pending = usePendingChanges(journal.course.id)
}, serve)

/** Sets a total that is shown as `from`. */
const set = async (from: number | null, to: number | null) => {
  await act(() => edits.setTotals([{ periodId: quarter.id, student, from, to }]))
  await act(changesSettled)
}
const again = () => press('Повторить')

/** The journal on the page. */
const onPage = () => {
  const loaded = queryClient.getQueryData(journalQuery(journal.course.id).queryKey)
  return withChanges(loaded?.journal as Journal, pending)
}

describe('the journal on the page', () => {
  const totalOnPage = () => onPage().rows[0]?.totals[0]?.score

  beforeEach(() => {
    const loaded = {
      ...journal,
      rows: [{ ...rowOf(student), totals: [{ ...total(quarter), score: 60 }, total(year)] }],
    }
    queryClient.setQueryData(journalQuery(journal.course.id).queryKey, { journal: loaded as unknown as Journal })
  })
  afterEach(() => queryClient.removeQueries(journalQuery(journal.course.id)))

  /** Waits until the first of two changes has failed, and the second one is on its way. */
  const firstFailed = async () => {
    await expect.poll(() => queryClient.isMutating()).toBe(1)
    await changesShown()
  }

  /** Fails what is sent on demand. */
  const holdAll = () => {
    const failing: (() => void)[] = []
    vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
      method === 'PUT'
        ? new Promise((__, reject) => failing.push(() => reject(new TypeError('no network'))))
        : Promise.reject(new TypeError('no network')),
    )
    return async () => {
      await expect.poll(() => failing).toHaveLength(1)
      await act(async () => failing.pop()?.())
    }
  }

  test('shows the last of two totals while they are on their way, and what was saved once both are lost', async () => {
    const fail = holdAll()
    await act(() => {
      edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 90 }])
      edits.setTotals([{ periodId: quarter.id, student, from: 90, to: 80 }])
    })
    await act(changesShown)
    const seen = [totalOnPage()]
    await fail()
    await act(firstFailed)
    seen.push(totalOnPage())
    await fail()
    await act(changesSettled)
    expect([...seen, totalOnPage()]).toEqual([80, 80, 60])
  })

  test('shows the total that a colleague has set, once a change of another one was refused for it', async () => {
    totals[quarter.id] = 70
    await set(60, 90)
    expect(question?.text).toContain('теперь 70')
    expect(totalOnPage()).toBe(70)
  })

  test('proposes the total of a year from one of its quarters that is on its way', async () => {
    const fail = holdAll()
    await act(() => edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 90 }]))
    await act(changesShown)
    expect(onPage().rows[0]?.totals[1]?.proposed).toBe(100)
    await fail()
    await act(changesSettled)
    expect(onPage().rows[0]?.totals[1]?.proposed).toBe(null)
  })
})

describe('an unsaved total', () => {
  test.each(['lost', 'unsent'] as const)('that was %s is withdrawn when the old one is typed', async (fate) => {
    fates = [fate]
    await set(60, 90)
    expect(unsaved()).toBe(true)
    await set(60, 60)
    expect(totals[quarter.id]).toBe(60)
    expect(unsaved()).toBe(false)
    expect(question).toBeUndefined()
    expect(shown.map(({ detail, action }) => [detail, action])).toEqual([['Как было', undefined]])
  })

  test('is still to be withdrawn when that finds no network, whatever the journal shows', async () => {
    fates = ['lost', 'unsent']
    await set(60, 90)
    await set(60, 60)
    expect(totals[quarter.id]).toBe(90)
    act(() =>
      forgetStored({
        ...journal,
        rows: [{ ...journal.rows[0], totals: [{ ...total(quarter), score: 60 }] }],
      } as Journal),
    )
    expect(unsaved()).toBe(true)
    await again()
    expect(totals[quarter.id]).toBe(60)
    expect(unsaved()).toBe(false)
  })

  test('that is withdrawn leaves what a colleague has set meanwhile, and says so', async () => {
    fates = ['lost']
    await set(60, 90)
    totals[quarter.id] = 70
    await set(60, 60)
    expect(totals[quarter.id]).toBe(70)
    expect(question).toBeUndefined()
    expect(shown.at(-1)?.detail).toContain('теперь 70')
  })

  test.each(['lost', 'unsent'] as const)('that was %s is replaced by another one without a question', async (fate) => {
    fates = [fate, 'unsent', 'saved']
    await set(60, 90)
    await set(60, 70)
    await set(60, 80)
    expect(totals[quarter.id]).toBe(80)
    expect(question).toBeUndefined()
    // the undo leads to what the server had
    await act(() => shown.find(({ action }) => action?.label === 'Отменить')?.action?.onClick())
    await act(changesSettled)
    expect(totals[quarter.id]).toBe(fate === 'lost' ? 90 : 60)
  })

  test('that is typed again while it is on its way is replaced without a question', async () => {
    fates = ['unsent']
    await act(() => {
      edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 90 }])
      edits.setTotals([{ periodId: quarter.id, student, from: 90, to: 80 }])
    })
    await act(changesSettled)
    expect(totals[quarter.id]).toBe(80)
    expect(question).toBeUndefined()
    expect(unsaved()).toBe(false)
  })
})

describe('a yearly total', () => {
  /** Sets the total of a quarter and, while that is on its way, the one of the year. */
  const setBoth = async (isProposed: boolean) => {
    await act(() => {
      edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 90 }])
      edits.setTotals([{ periodId: year.id, student, from: null, to: 90, isProposed }])
    })
    await act(changesSettled)
  }
  const refusal = () => shown.find(({ summary }) => summary === 'Итог не поставлен')?.detail

  test.each([true, false])('is saved after the one of its quarter (proposed: %s)', async (isProposed) => {
    await setBoth(isProposed)
    expect(totals).toEqual({ [quarter.id]: 90, [year.id]: 90 })
    expect(refusal()).toBeUndefined()
  })

  test.each([
    [true, 'refused'],
    [false, 'refused'],
    [true, 'unsent'],
    [false, 'unsent'],
  ] as const)('is not saved without the one of its quarter (proposed: %s, %s)', async (isProposed, fate) => {
    if (fate === 'unsent') fates = ['unsent']
    else totals[quarter.id] = 30
    await setBoth(isProposed)
    expect(totals).toEqual({ [quarter.id]: fate === 'unsent' ? 60 : 30, [year.id]: null })
    expect(refusal()).toContain('Анна Белова, Год: 5')
    expect(refusal()).toContain('Анна Белова, 1 четверть: 5')
  })

  test('is saved where the one of its quarter was replaced by another that is saved', async () => {
    fates = ['unsent']
    await act(() => {
      edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 90 }])
      edits.setTotals([{ periodId: quarter.id, student, from: 90, to: 80 }])
      edits.setTotals([{ periodId: year.id, student, from: null, to: 80, isProposed: true }])
    })
    await act(changesSettled)
    expect(totals).toEqual({ [quarter.id]: 80, [year.id]: 80 })
  })
})

describe('a total that is proposed', () => {
  const mark = (score: number, from: number | null = null) => ({ cell: { ...cell, score: from }, change: { score } })
  const refusal = () => shown.find(({ summary }) => summary === 'Итог не поставлен')?.detail
  /** Changes something that is not saved, and takes the total while that is on its way. */
  const takeOver = async (change: () => void, isProposed = true) => {
    fates = ['unsent']
    await act(() => {
      change()
      edits.setTotals([{ periodId: quarter.id, student, from: 60, to: 80, isProposed }])
    })
    await act(changesSettled)
  }

  test.each([
    ['the mark', 'Анна Белова: 3', () => edits.changeCells([{ student, ...mark(7) }])],
    ['the absence', 'Анна Белова: н', () => edits.changeCells([{ student, cell, change: { absent: true } }])],
    ['the mark of the team', 'Борис Ветров: 3', () => edits.changeCells([{ student: other, ...mark(7) }])],
    ['the weight', 'вес «Письмо»: 2', () => edits.setWeight(assignment, 2)],
  ])('is not saved without %s that it follows from', async (_, name, change) => {
    await takeOver(change)
    expect(totals[quarter.id]).toBe(60)
    expect(refusal()).toContain(`Не сохранилось то, от чего он зависит: ${name}.`)
  })

  test.each([
    ['an absence of a teammate', () => edits.changeCells([{ student: other, cell, change: { absent: true } }])],
    ['a comment', () => edits.changeCells([{ student, cell, change: { comment: 'Молодец' } }])],
    [
      'a mark of another course',
      () =>
        otherEdits.changeCells([{ student, cell: { ...cell, assignment_id: 20, task_id: 70 }, change: { score: 7 } }]),
    ],
    ['a weight of another course', () => otherEdits.setWeight({ ...assignment, id: 20 }, 2)],
  ])('is saved without %s', async (_, change) => {
    await takeOver(change)
    expect(refusal()).toBeUndefined()
    expect(totals[quarter.id]).toBe(80)
  })

  test('is saved without a weight where it was typed', async () => {
    await takeOver(() => edits.setWeight(assignment, 2), false)
    expect(totals[quarter.id]).toBe(80)
  })

  test.each([
    ['in its row', student],
    ['in the row of a teammate', other],
  ])('is saved where the mark was replaced by another that is saved (%s)', async (_, typedAt) => {
    await takeOver(() => {
      edits.changeCells([{ student, ...mark(7) }])
      edits.changeCells([{ student: typedAt, ...mark(8, 7) }])
    })
    expect(refusal()).toBeUndefined()
    expect(totals[quarter.id]).toBe(80)
  })
})
