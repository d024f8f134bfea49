import { expect, test } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { placesIn } from '#web/journal/change-places.ts'
import { basesOf, follow, type OwnCellChange, restoreBases, sendOnOwn, settle } from '#web/journal/pending-changes.ts'

const place = { assignment_id: 2, student_id: 1 }
const { pick } = placesIn({ rows: [] } as unknown as Journal)

test('the absence of a change expects nothing of the score that the change takes the place of', async () => {
  const lost: OwnCellChange = { ...place, score: 4, expected: null }
  const change: OwnCellChange = { ...place, score: null, expected: null, absent: true, was_absent: false }
  follow(change, lost)
  settle([lost], 'saved')
  const send = async (changes: OwnCellChange[]) => changes
  const sent = async (field: string) =>
    (
      await sendOnOwn(
        pick([change], (at) => at.startsWith(field)),
        send,
        () => undefined,
      )
    ).response
  expect(await sent('score')).toEqual([{ ...place, score: null, expected: 4 }])
  expect(await sent('absent')).toEqual([{ ...place, absent: true, was_absent: false }])
})

test('a change that an earlier page has left is sent again as it was sent before', async () => {
  const change: OwnCellChange = { ...place, score: 5, expected: null }
  restoreBases(change, [null, 4])
  const send = async (changes: OwnCellChange[]) => changes
  for (const _ of ['lost', 'sent again']) {
    const { sent } = await sendOnOwn([change], send, () => undefined)
    expect(sent).toEqual([change])
  }
  expect(basesOf(change)).toEqual([null, 4])
})
