// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { remarksKey, takeLeftRemarks } from '#web/anchors/unfinished-remarks.ts'
import { page } from '#web/outbox/outbox-owner.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

test('a remark that a tab was writing when it died is taken with its place, and only once', async () => {
  const anchor = { kind: 'video', file_id: 'film', seconds: 3 }
  const key = (taskId: number, rest: string) => `${remarksKey(5, taskId)}:${rest}`
  writeDevice(key(12, '2:film'), { text: ' Дёргается ', anchor, page: 'gone' })
  writeDevice(key(12, '2:text'), { text: ' ', anchor: null, page: 'gone' })
  const others = [key(12, '2:open'), key(121, '2:film')]
  writeDevice(others[0] as string, { text: 'Пишу', anchor, page })
  writeDevice(others[1] as string, { text: 'О другой работе', anchor, page: 'gone' })
  // the answer of a student to a remark with this id
  writeDevice(remarksKey(5, 12), 'Увеличил')
  expect(await takeLeftRemarks(5, 12)).toEqual([{ text: 'Дёргается', anchor, attempt: 2 }])
  expect(await takeLeftRemarks(5, 12)).toEqual([])
  for (const other of [...others, remarksKey(5, 12)]) expect(readDevice(other)).not.toBeNull()
})
