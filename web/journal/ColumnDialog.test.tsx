// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { button, dialogs, draw, endDrawn, messages, press, pressEscape, respond } from '#web/app/drawn.fixture.ts'
import ColumnDialog from '#web/journal/ColumnDialog.tsx'

const column = {
  id: 7,
  lesson: { id: null, name: 'Диктант' },
  held_on: '2027-02-01',
  day: '2027-02-01',
  open: true,
  deleted_at: null,
  due_at: null,
  weight: 1,
  max_score: 5,
}

afterEach(endDrawn)

test('a column is not changed while it is removed', async () => {
  await draw((close) => <ColumnDialog courseId={3} column={column} onClose={close} />)
  await press('Удалить столбец')
  expect(button('Сохранить')?.disabled).toBe(true)
  await pressEscape()
  await respond('DELETE /api/journal/columns/7', {}, 409)
  expect([messages(), dialogs()]).toEqual([['Столбец не удалён'], ['Столбец журнала']])
})
