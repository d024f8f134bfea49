import { expect, test } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { follow, type OwnCellChange, settle, settleFailed } from '#web/journal/pending-changes.ts'
import { commentNow, isRefusedFor, replacing } from '#web/journal/replace-score.ts'

const place = { assignment_id: 2, student_id: 1 }
/** A refusal of a change of the cell, which has this score. */
const refusal = (score: number) =>
  new ApiError(409, { type: 'urn:praktika:problem:conflict', cells: [{ ...place, score }] } as object)

test('an absence alone is not refused for another score', () => {
  const other: OwnCellChange = { assignment_id: 2, student_id: 3, score: 7, expected: null }
  const absence: OwnCellChange = { ...place, absent: true, was_absent: false }
  expect(isRefusedFor(refusal(5), [{ ...absence, score: null, expected: null }, other])).toBe(true)
  expect(isRefusedFor(refusal(5), [absence, other])).toBe(false)
})

test('a score that replaces an absence of somebody else expects nothing of it any more, and its undo brings that back', () => {
  const score: OwnCellChange = { ...place, score: 5, expected: null, absent: false, was_absent: false }
  const error = new ApiError(409, {
    type: 'urn:praktika:problem:conflict',
    cells: [{ ...place, score: null, absent: true }],
  } as object)
  expect(replacing(error, [{ ...score, expected_absent: false }])).toEqual([{ ...score, was_absent: true }])
})

test('a comment that is refused in a closed period is not another one by now', () => {
  const errors = { 'cells.0.comment': ['период «1 четверть» закрыт'] }
  expect(commentNow(new ApiError(409, { type: 'urn:praktika:problem:conflict', errors } as object))).toBeUndefined()
})

test('a repeat that the server had no time for leaves open whether the first try was saved', () => {
  const lost: OwnCellChange = { ...place, score: 4, expected: null }
  const change: OwnCellChange = { ...place, score: 5, expected: null }
  follow(change, lost)
  settleFailed([lost], new TypeError('no network'))
  settleFailed([lost], new ApiError(429, {}))
  expect(replacing(refusal(4), [change])).toBeNull()
  settleFailed([lost], new ApiError(422, {}))
  expect(replacing(refusal(4), [change])).toEqual([{ ...change, expected: 4 }])
})

test('nobody is asked about a score that a change may replace as it is', () => {
  const lost: OwnCellChange = { ...place, score: 4, expected: null }
  const change: OwnCellChange = { ...place, score: 5, expected: null }
  follow(change, lost)
  settle([lost], 'lost')
  // refused for what the task has become
  expect(replacing(refusal(4), [change])).toBeNull()
  expect(replacing(refusal(2), [change])).toEqual([{ ...change, expected: 2 }])
})
