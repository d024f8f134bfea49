// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { button, draw, endDrawn, press, respond, settle, untilSent } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { undoneText } from '#web/reviews/queue/bulk-undo.ts'
import { SelectionBar } from '#web/reviews/queue/SelectionBar.tsx'
import { undoLatest } from '#web/reviews/verdict/undo-list.ts'
import { aTask } from '#web/tasks/task.fixture.ts'
import { useSelection } from '#web/ui/use-selection.ts'

beforeEach(async () => {
  // the field grows with its text once fonts are loaded, of which happy-dom has none
  Object.assign(document, { fonts: new EventTarget() })
  const user = { id: 5, role: { slug: 'teacher' } } as CurrentUser
  await act(() => startSession({ user, access_token: 'token' }))
})
afterEach(async () => {
  await act(() => endSession())
  await endDrawn()
})

const rows = [1, 2, 3].map((id) => ({ ...aTask('submitted'), id, attempt: 1 }) as unknown as TaskRow)

/** The list with its bar; the tasks leave the page when they are judged. */
const Selecting = ({ page }: { page: TaskRow[] }) => {
  const selection = useSelection(page, '', { max: 100, tooMany: '' })
  return (
    <>
      <p id="selected">{selection.rows.map(({ id, review_revision }) => `${id}.${review_revision}`).join()}</p>
      <SelectionBar selection={selection} />
    </>
  )
}

const selected = () => document.querySelector('#selected')?.textContent

test('tasks are selected again once an act on them is taken back, as they are by then', async () => {
  let page = rows
  await draw(() => <Selecting page={page} />)
  await settle(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  expect(selected()).toBe('1.0,2.0,3.0')
  await press('Принять')
  await press('Принять: 3')
  await untilSent('POST /api/tasks/bulk')
  page = []
  await respond('POST /api/tasks/bulk', { batch_id: 4, done: [1, 2, 3], refused: [], undo_until: '' })
  expect(selected()).toBe('')
  expect(button('Принять')?.disabled).toBe(true)
  await settle(() => undoLatest())
  await respond('DELETE /api/tasks/bulk/4', { done: [1, 2], refused: [{ id: 3, detail: 'Студент уже видел.' }] })
  expect(selected()).toBe('1.2,2.2')
})

test('what was taken back is said in full', () => {
  const texts = [1, 2, 30].map((count) => {
    const { summary, detail } = undoneText('accept', count)
    return `${summary}: ${detail}`.replace('\u00a0', ' ')
  })
  expect(texts).toEqual([
    'Решение отменено: 1 работа снова ждёт проверки',
    'Решение отменено: 2 работы снова ждут проверки',
    'Решение отменено: 30 работ снова ждут проверки',
  ])
  expect(undoneText('extend', 1).summary).toBe('Продление отменено')
  expect(undoneText('remind', 1).summary).toBe('Напоминание отменено')
})
