import { expect, test } from 'vitest'
import type { JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import type { JournalColumn } from '#contract/journal/journal-columns.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { readBlock } from '#web/journal/pasted-block.ts'
import { readNumber } from '#web/journal/read-number.ts'

const assignmentOf = (id: number): JournalAssignment => ({
  id,
  lesson: { id, name: `Урок ${id}` },
  held_on: null,
  day: '2026-09-01',
  open: true,
  deleted_at: null,
  due_at: null,
  weight: 1,
  max_score: 10,
})
const columns: JournalColumn[] = [1, 2].map((id, index) => ({
  kind: 'assignment',
  index,
  assignment: assignmentOf(id),
}))
const cellOf = (assignment_id: number): JournalCell => ({
  assignment_id,
  task_id: null,
  status: null,
  score: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  changes: 0,
  absent: false,
  comment: '',
})
const rows = [1, 2].map((id) => ({ student: { id }, cells: [cellOf(1), cellOf(2)] })) as unknown as JournalRow[]
const read = (text: string, isShared = false) => {
  const { cells, refused } = readBlock(text, {
    rows,
    columns,
    isShared: () => isShared,
    read: (text, { max_score }) => readNumber(text, { min: 0, max: max_score ?? 0 }),
    readTotal: (text) => readNumber(text, { min: 0, max: 100 }),
  })
  return { cells: cells.map(({ student, cell, change }) => [student.id, cell.assignment_id, change]), refused }
}
const score = (score: number) => ({ score, absent: false })

test('a block fills cells to the right and below; gaps and the line at its end change nothing', () => {
  expect(read('8,5\t\r\nн\t10\r\n')).toEqual({
    cells: [
      [1, 1, score(8.5)],
      [2, 1, { score: null, absent: true }],
      [2, 2, score(10)],
    ],
    refused: [],
  })
})

test('an absence leaves the score of a team, which others have, too', () => {
  expect(read('н', true).cells).toEqual([[1, 1, { absent: true }]])
})

test('what no cell takes is named with the reason: words, too much, what is beyond the table, and a closed cell', () => {
  expect(read('11\tзачёт\t3\n1\n2\n7')).toEqual({
    cells: [[2, 1, score(1)]],
    refused: [
      { value: '11', why: 'not-a-mark' },
      { value: 'зачёт', why: 'not-a-mark' },
      ...['3', '2', '7'].map((value) => ({ value, why: 'outside' })),
    ],
  })
  const excused = { ...cellOf(1), status: taskStatuses.excused }
  const { refused } = readBlock('5', {
    rows: [{ student: { id: 1, name: 'Анна', surname: 'Белова' }, cells: [excused] }] as unknown as JournalRow[],
    columns,
    isShared: () => false,
    read: Number,
    readTotal: Number,
  })
  expect(refused).toEqual([{ value: '5', why: 'closed', place: 'Анна Белова, «Урок 1»' }])
})
