// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'

const cellOf = (taskId: number | null): JournalCell => ({
  assignment_id: 2,
  task_id: taskId,
  status: null,
  score: 4,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  changes: 0,
  absent: false,
  comment: '',
})
const row = (id: number, surname: string, taskId: number | null) => ({
  student: { id, name: 'А', surname, avatar: null },
  left_at: null,
  cells: [cellOf(taskId)],
  quizzes: [],
  average: null,
  totals: [],
})
const assignment = { id: 2, weight: 1, max_score: 10, lesson: { id: 3, name: 'Письмо' } } as JournalAssignment
const journal = {
  course: { id: 1, name: '' },
  assignments: [assignment],
  quizzes: [],
  periods: [],
  // the first two are a team
  rows: [row(1, 'Белова', 7), row(2, 'Ветров', 7), row(3, 'Громов', 8)],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal
const [first, second, alone] = journal.rows as [Journal['rows'][0], Journal['rows'][0], Journal['rows'][0]]

let edits: ReturnType<typeof useJournalEdits>
const unsaved = () => shown.map(({ detail }) => detail)

showEdits(
  () => {
    edits = useJournalEdits(journal)
  },
  () => Promise.reject(new TypeError('no network')),
)

const paste = async ({ student, cells: [cell] }: typeof first, change: { score?: number; absent: boolean }) => {
  await act(() => edits.changeCells([{ student, cell: cell as JournalCell, change }]))
  const mark = change.absent ? 'н' : change.score
  await expect.poll(() => unsaved()).toEqual([`А ${student.surname}: ${mark}`])
}

test('a score that was pasted for a team is replaced by one that is typed in another row of it', async () => {
  await paste(first, { score: 7, absent: false })
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await expect.poll(() => unsaved()).toEqual(['А Ветров: 9'])
})

test('a score of a team takes the place of one that was typed before anybody knew of its task', async () => {
  const tasks = journal.rows.map(({ cells: [cell] }) => cell?.task_id ?? null)
  for (const { cells } of journal.rows) if (cells[0]) cells[0].task_id = null
  await paste(first, { score: 7, absent: false })
  for (const [index, { cells }] of journal.rows.entries()) if (cells[0]) cells[0].task_id = tasks[index] ?? null
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await expect.poll(() => unsaved()).toEqual(['А Ветров: 9'])
})

test('an absence of a student stays unsaved when a teammate gets a score', async () => {
  await paste(first, { absent: true })
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await expect.poll(() => unsaved()).toEqual(['А Белова: н, А Ветров: 9'])
  await act(() =>
    edits.changeCells([{ ...first, cell: first.cells[0] as JournalCell, change: { score: 6, absent: false } }]),
  )
  await expect.poll(() => unsaved()).toEqual(['А Белова: 6'])
})

test('an absence that is chosen again leaves an unsaved score of the team', async () => {
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await expect.poll(() => unsaved()).toEqual(['А Ветров: 9'])
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  await act(() => edits.keepMark(first.student, { ...(first.cells[0] as JournalCell), absent: true }, true))
  expect(unsaved()).toEqual(['А Ветров: 9'])
  expect(fetched).not.toHaveBeenCalled()
})

test('what a cell shows, chosen again where nothing is unsaved, is not sent', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  act(() => edits.keepMark(alone.student, alone.cells[0] as JournalCell))
  await act(() => edits.changeComment(alone.student, alone.cells[0] as JournalCell, ''))
  act(() => edits.setWeight(assignment, 1))
  act(() => edits.setTotals([{ periodId: 1, student: alone.student, from: 4, to: 4 }]))
  expect(fetched).not.toHaveBeenCalled()
})

test('a pasted score of a team that is saved again leaves the absence of its student that was typed after it', async () => {
  await paste(first, { score: 7, absent: false })
  await act(() => edits.changeCells([{ ...first, cell: first.cells[0] as JournalCell, change: { absent: true } }]))
  await expect.poll(() => unsaved()).toEqual(['А Белова: 7, А Белова: н'])
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (body) sent.push(...JSON.parse(String(body)).cells)
    return Promise.reject(new TypeError('no network'))
  })
  await act(() => shown[0]?.action?.onClick())
  await expect.poll(() => sent).toHaveLength(2)
  const place = { assignment_id: 2, student_id: 1 }
  expect(sent).toEqual([
    { ...place, score: 7, expected: 4 },
    { ...place, absent: true },
  ])
})

test('a mark that is refused when it is saved again is named with its student', async () => {
  await act(() => edits.setScore(alone.student, assignment, alone.cells[0] as JournalCell, 9))
  await expect.poll(() => unsaved()).toEqual(['А Громов: 9'])
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'PUT') throw new TypeError('no network')
    return respond(422, { title: '', detail: 'Не больше 5.' })
  })
  await press('Повторить')
  await expect.poll(() => unsaved()).toEqual(['Не больше 5. Не сохранилось: А Громов: 9.'])
})

test('a block that is saved again leaves out the cell that the server does not take', async () => {
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change: { score: 7 } }))
  await act(() => edits.changeCells(block))
  await expect.poll(() => unsaved()).toEqual(['2\u00a0клетки'])
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') throw new TypeError('no network')
    sent.push(JSON.parse(String(body)).cells)
    const errors = { 'cells.0.score': ['Не больше 5.'] }
    const [status, response] = sent.length === 1 ? [422, { title: '', detail: '', errors }] : [200, { cells: [] }]
    return new Response(JSON.stringify(response), { status })
  })
  await act(() => shown[0]?.action?.onClick())
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual([{ assignment_id: 2, student_id: 3, score: 7, expected: 4 }])
  await expect.poll(() => unsaved()).toContain('Не сохранилось: А Белова, «Письмо»: 7 (Не больше 5).')
})

test('a block is saved but for the cells of a period that was closed meanwhile, which are named', async () => {
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change: { score: 7 } }))
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') throw new TypeError('no network')
    sent.push(JSON.parse(String(body)).cells)
    if (sent.length > 1) return new Response(JSON.stringify({ cells: [] }))
    const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: 'Период «1 четверть» закрыт.' }
    const errors = { 'cells.0.score': ['период «1 четверть» закрыт'] }
    return new Response(JSON.stringify({ ...problem, errors }), { status: 409 })
  })
  await act(() => edits.changeCells(block))
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual([{ assignment_id: 2, student_id: 3, score: 7, expected: 4 }])
  const lost = 'Не сохранилось: А Белова, «Письмо»: 7 (период «1 четверть» закрыт).'
  await expect.poll(() => shown).toContainEqual(expect.objectContaining({ detail: lost, life: Infinity }))
})

test('a block is not said to be saved in part before the rest of it is', async () => {
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change: { score: 7 } }))
  const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: 'Период «1 четверть» закрыт.' }
  const errors = { 'cells.0.score': ['период «1 четверть» закрыт'] }
  const answers: ((fails: boolean) => void)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') throw new TypeError('no network')
    if (JSON.parse(String(body)).cells.length > 1) return respond(409, { ...problem, errors })
    const fails = await new Promise<boolean>((answer) => answers.push(answer))
    if (fails) throw new TypeError('no network')
    return respond(200, { cells: [] })
  })
  const answer = async (fails: boolean) => {
    await act(() => expect.poll(() => answers).toHaveLength(1))
    expect(shown.map(({ summary }) => summary)).not.toContain('Сохранено не всё')
    await act(async () => answers.pop()?.(fails))
    await act(changesSettled)
  }
  const messages = () => shown.map(({ summary, detail }) => [summary, detail])
  const lost = 'А Белова, «Письмо»: 7 (период «1 четверть» закрыт).'
  await act(() => edits.changeCells(block))
  await answer(true)
  expect(messages()).toEqual([
    ['Не сохранилось', lost],
    ['Нет связи: не сохранено', 'А Громов: 7'],
  ])
  await act(() => edits.changeCells(block))
  await answer(false)
  expect(messages()).toContainEqual(['Сохранено не всё', `Не сохранилось: ${lost}`])
})

test('a block that is saved again is saved but for the cell that a colleague has set, where that is to stay', async () => {
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change: { score: 7 } }))
  await act(() => edits.changeCells(block))
  await expect.poll(() => unsaved()).toEqual(['2\u00a0клетки'])
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') throw new TypeError('no network')
    sent.push(JSON.parse(String(body)).cells)
    if (sent.length > 1) return new Response(JSON.stringify({ cells: [] }))
    const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: 'теперь 5' }
    const cells = [{ ...(first.cells[0] as JournalCell), score: 5, student_id: 1 }]
    const errors = { 'cells.0.score': ['теперь 5'] }
    return new Response(JSON.stringify({ ...problem, cells, errors }), { status: 409 })
  })
  await act(() => shown[0]?.action?.onClick())
  await expect.poll(() => question?.text).toContain('теперь 5')
  await act(async () => question?.answer(false))
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual([{ assignment_id: 2, student_id: 3, score: 7, expected: 4 }])
})

test('a refused block is saved but for what was typed again meanwhile, which asks for itself', async () => {
  const sent: { path: string; body: string; answer: (response: Response) => void }[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) =>
    method === 'PUT'
      ? new Promise((answer) => sent.push({ path, body: String(body), answer }))
      : Promise.reject(new TypeError('no network')),
  )
  const answer = async (index: number, status: number, body: object) => {
    await expect.poll(() => sent).toHaveLength(index + 1)
    const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: 'теперь 5' }
    const text = JSON.stringify(status === 200 ? body : { ...problem, ...body })
    await act(async () => sent[index]?.answer(new Response(text, { status })))
  }
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change: { score: 7 } }))
  await act(() => edits.changeCells(block))
  // as the journal shows it by now
  await act(() => edits.setScore(alone.student, assignment, { ...(alone.cells[0] as JournalCell), score: 7 }, 8))
  const elsewhere = { ...(alone.cells[0] as JournalCell), score: 5, student_id: 3 }
  await answer(0, 409, { cells: [elsewhere] })
  // refused, the first change has left what it should have replaced
  await answer(1, 409, { score: 5 })
  const { order, ...again } = JSON.parse(sent[1]?.body ?? '')
  expect(again).toEqual({ score: 8, expected: 4 })
  // a later one than the one before it
  expect(order.number).toBeGreaterThan(JSON.parse(sent[0]?.body ?? '').order.number)
  await expect.poll(() => question?.accept).toBe('Поставить 8')
  await answer(2, 200, { cells: [{ ...(first.cells[0] as JournalCell), score: 7, student_id: 1 }] })
  expect(JSON.parse(sent[2]?.body ?? '').cells).toEqual([{ assignment_id: 2, student_id: 1, score: 7, expected: 4 }])
  await act(async () => question?.answer(false))
  expect(sent).toHaveLength(3)
})

test('a block that is refused for cells alone that were typed again meanwhile is saved without them', async () => {
  const sent: { cells: object[]; answer: (response: Response) => void }[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) =>
    method === 'PUT'
      ? new Promise((answer) => sent.push({ cells: JSON.parse(String(body)).cells, answer }))
      : Promise.reject(new TypeError('no network')),
  )
  const answer = async (index: number, status: number, body: object) => {
    await expect.poll(() => sent).toHaveLength(index + 1)
    await act(async () => sent[index]?.answer(new Response(JSON.stringify(body), { status })))
  }
  const change = { score: 7, absent: false }
  const block = [first, alone].map((row) => ({ ...row, cell: row.cells[0] as JournalCell, change }))
  await act(() => edits.changeCells(block))
  await act(() => edits.changeCells(block.slice(1).map((of) => ({ ...of, change: { score: 8, absent: false } }))))
  const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: '' }
  await answer(0, 409, { ...problem, errors: { 'cells.1.score': ['период закрыт'] } })
  await answer(1, 200, { cells: [] })
  await answer(2, 200, { cells: [] })
  expect(sent.map(({ cells }) => cells)).toMatchObject([
    [{ student_id: 1 }, { student_id: 3, score: 7 }],
    [{ student_id: 3, score: 8 }],
    [{ student_id: 1, score: 7 }],
  ])
  await act(changesSettled)
  expect(unsaved()).not.toContainEqual(expect.stringContaining('Не сохранилось'))
})
