// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { endSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { pendingSends, type SetTotal } from '#web/journal/pending-changes.ts'
import { useTotalEdits } from '#web/journal/use-total-edits.ts'

const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const other = { id: 2, name: 'Борис', surname: 'Ветров', avatar: null }
const [quarter, second, year] = [
  { id: 8, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-31', locked: false },
  { id: 10, kind: 'term', name: '2 четверть', from: '2026-11-01', to: '2026-12-31', locked: false },
  { id: 9, kind: 'year', name: 'Год', from: '2026-09-01', to: '2027-05-31', locked: false },
]
const journal = {
  course: { id: 1, name: '' },
  assignments: [],
  quizzes: [],
  periods: [quarter, second, year],
  rows: [student, other].map((of) => ({
    student: of,
    left_at: null,
    cells: [],
    quizzes: [],
    average: null,
    totals: [],
  })),
  grading: { scale: '2-5', borders: defaultBorders },
} as unknown as Journal

let edits: ReturnType<typeof useTotalEdits>
/** What the server has. */
let totals: Record<number, number | null> = {}
/** Periods that a curator has closed. */
let closed: number[] = []
/** Whether the next changes reach the server. */
let fates: ('saved' | 'unsent')[] = []

interface Sent {
  period_id: number
  score: number | null
  expected: number | null
}

/** Refuses what is in a closed period, and what is based on another total than the server has, as it does. */
const serve = async (_: string, { method, body }: RequestInit) => {
  if (method !== 'PUT' || fates.shift() === 'unsent') throw new TypeError('no network')
  const sent = (JSON.parse(String(body)) as { totals: Sent[] }).totals
  const refuse = (found: (total: Sent) => boolean, reason: string, detail: string, members = {}) =>
    respond(409, {
      type: 'urn:praktika:problem:conflict',
      title: '',
      detail,
      ...members,
      errors: Object.fromEntries(
        [...sent.entries()].filter(([, total]) => found(total)).map(([index]) => [`totals.${index}.score`, [reason]]),
      ),
    })
  const isClosed = ({ period_id }: Sent) => closed.includes(period_id)
  if (sent.some(isClosed)) return refuse(isClosed, 'период «1 четверть» закрыт', 'Период закрыт.')
  const now = (id: number) => ({ period_id: id, student_id: 1, score: totals[id], proposed: null, basis: null })
  const isOther = ({ period_id: id, expected, score }: Sent) => expected !== totals[id] && score !== totals[id]
  const other = sent.find(isOther)
  if (other) {
    const state = `теперь ${totals[other.period_id]}`
    return refuse(isOther, state, state, { totals: sent.filter(isOther).map(({ period_id }) => now(period_id)) })
  }
  for (const { period_id, score } of sent) totals[period_id] = score
  return respond(200, { totals: sent.map(({ period_id }) => now(period_id)) })
}

beforeEach(() => {
  totals = { [quarter.id]: 60, [year.id]: null }
  closed = [quarter.id]
  fates = []
})
showEdits(() => {
  edits = useTotalEdits(journal)
}, serve)

describe('totals of several periods that are set together', () => {
  const block = (to: number) => [
    { periodId: quarter.id, student, from: 60, to },
    { periodId: year.id, student, from: null, to },
  ]
  const paste = async (to = 80) => {
    await act(() => edits.setTotals(block(to)))
    await act(changesSettled)
  }
  const refused = (summary: string) => shown.filter((one) => one.summary === summary)
  const lost = 'Анна Белова, 1 четверть: 4 (период «1 четверть» закрыт).'
  const notAll = { detail: `Не сохранилось: ${lost}`, life: Number.POSITIVE_INFINITY }

  test('are saved but for the one of a period that was closed meanwhile, which is named', async () => {
    await paste()
    expect(totals).toEqual({ [quarter.id]: 60, [year.id]: 80 })
    expect(refused('Сохранено не всё')).toMatchObject([notAll])
  })

  test('are named until their person has read it, where all of their periods were closed', async () => {
    closed = [quarter.id, year.id]
    await paste()
    expect(totals).toEqual({ [quarter.id]: 60, [year.id]: null })
    expect(refused('Итоги не сохранены')).toMatchObject([
      {
        detail: 'Период закрыт. Не сохранилось: Анна Белова, 1 четверть: 4; Анна Белова, Год: 4.',
        life: Number.POSITIVE_INFINITY,
      },
    ])
  })

  test('are not said to be saved before the rest is', async () => {
    const answers: (() => void)[] = []
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (String(request.body).includes(`"period_id":${quarter.id}`)) return serve(path, request)
      await new Promise<void>((answer) => answers.push(answer))
      return serve(path, request)
    })
    fates = ['saved', 'unsent']
    await act(() => edits.setTotals(block(80)))
    await act(() => expect.poll(() => answers).toHaveLength(1))
    expect(shown).toEqual([])
    // what the device keeps: the next page names it, should this one end now
    expect(pendingSends(queryClient)).toMatchObject([{ kind: 'totals', sent: { refused: lost.slice(0, -1) } }])
    await act(async () => answers.pop()?.())
    await act(changesSettled)
    expect(refused('Сохранено не всё')).toEqual([])
    expect(refused('Не сохранилось')).toMatchObject([{ detail: lost, life: Number.POSITIVE_INFINITY }])
    expect(refused('Нет связи: не сохранено')).toHaveLength(1)
    vi.stubGlobal('fetch', serve)
    await press('Повторить')
    expect(totals).toEqual({ [quarter.id]: 60, [year.id]: 80 })
  })

  test('that waited for the network are saved but for the one that a colleague has set, where that is to stay', async () => {
    closed = []
    fates = ['unsent']
    await paste()
    totals[quarter.id] = 70
    await press('Повторить')
    expect(question?.text).toContain('теперь 70')
    await act(async () => question?.answer(false))
    await act(changesSettled)
    expect(totals).toEqual({ [quarter.id]: 70, [year.id]: 80 })
  })

  test('leave one that was typed again meanwhile to its own change', async () => {
    await act(() => {
      edits.setTotals(block(80))
      edits.setTotals([{ periodId: quarter.id, student, from: 80, to: 90 }])
    })
    await act(changesSettled)
    expect(totals).toEqual({ [quarter.id]: 60, [year.id]: 80 })
    expect(refused('Сохранено не всё')).toEqual([])
    expect(refused('Итог не сохранён')).toMatchObject([{ detail: 'Период закрыт.' }])
  })

  test('are taken back together or not at all', async () => {
    closed = []
    await paste()
    closed = [quarter.id]
    await press('Отменить')
    expect(totals).toEqual({ [quarter.id]: 80, [year.id]: 80 })
    expect(refused('Сохранено не всё')).toEqual([])
    expect(refused('Итоги не сохранены')).toHaveLength(1)
  })

  test.each(['saved', 'refused', 'replaced'])('are shown to nobody else, where they were %s', async (how) => {
    let answer = () => {}
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return serve(path, request)
    })
    if (how !== 'refused') closed = []
    if (how === 'replaced') totals[quarter.id] = 70
    await act(() => edits.setTotals(block(80)))
    await act(() => expect.poll(() => queryClient.isMutating()).toBe(1))
    await act(endSession)
    // those in a closed period are refused, then the rest
    do {
      await act(async () => answer())
      await act(() => Promise.resolve())
    } while (queryClient.isMutating() > 0)
    await act(changesSettled)
    expect(shown).toEqual([])
    expect(question).toBeUndefined()
  })

  test('that were refused are named for the person alone who has typed them', async () => {
    let answer = () => {}
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (!String(request.body).includes(`"period_id":${quarter.id}`))
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      return serve(path, request)
    })
    await act(() => edits.setTotals(block(80)))
    await act(() => expect.poll(() => queryClient.isMutating()).toBe(1))
    await act(endSession)
    await act(async () => answer())
    await act(changesSettled)
    expect(totals[year.id]).toBe(80)
    expect(refused('Сохранено не всё')).toEqual([])
  })
})

describe('a total of the year that is typed right after a block of which something is refused', () => {
  /** Sets a block and, while that is on its way, the total of a year. */
  const typeAfter = async (...block: SetTotal[]) => {
    totals[second.id] = null
    await act(() => {
      edits.setTotals(block)
      edits.setTotals([{ periodId: year.id, student, from: null, to: 80 }])
    })
    await act(changesSettled)
  }
  const refusal = () => shown.find(({ summary }) => summary === 'Итог не поставлен')?.detail

  test('is not set, and names what was refused alone', async () => {
    await typeAfter(
      { periodId: quarter.id, student, from: 60, to: 80 },
      { periodId: second.id, student, from: null, to: 80 },
    )
    expect(totals).toEqual({ [quarter.id]: 60, [second.id]: 80, [year.id]: null })
    expect(refusal()).toContain('Не сохранилось то, от чего он зависит: Анна Белова, 1 четверть: 4. Сохраните')
  })

  test('is set where what it follows from is saved with the rest', async () => {
    await typeAfter(
      { periodId: second.id, student, from: null, to: 80 },
      { periodId: quarter.id, student: other, from: 60, to: 80 },
    )
    expect(totals).toEqual({ [quarter.id]: 60, [second.id]: 80, [year.id]: 80 })
    expect(refusal()).toBeUndefined()
  })

  test('waits for the rest no longer where it is typed again meanwhile', async () => {
    totals[second.id] = null
    await act(() => {
      edits.setTotals([
        { periodId: second.id, student, from: null, to: 80 },
        { periodId: quarter.id, student: other, from: 60, to: 80 },
      ])
      edits.setTotals([{ periodId: year.id, student, from: null, to: 80 }])
      edits.setTotals([{ periodId: year.id, student, from: 80, to: 100 }])
    })
    await act(changesSettled)
    expect(totals[year.id]).toBe(100)
    expect(question).toBeUndefined()
  })
})
