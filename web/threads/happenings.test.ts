import { expect, test } from 'vitest'
import { type ThreadEntry, ThreadKind } from '#contract/threads/threads.schema.ts'
import { vera } from '#web/tasks/task.fixture.ts'
import { happeningOf } from '#web/threads/happenings.ts'

const entry = (kind: ThreadKind, changes: Partial<ThreadEntry> = {}): ThreadEntry => ({
  id: 1,
  kind,
  text: '',
  attempt: 2,
  files: [],
  until: null,
  user: vera,
  created_at: '2026-11-16T06:00:00.000Z',
  ...changes,
})

test('everything that happens has a title and an icon; what people write has neither', () => {
  for (const kind of ThreadKind.options) {
    const happening = happeningOf(entry(kind, { text: 'Анна Ёлкина' }), 'points')
    if (kind === 'comment' || kind === 'note') expect(happening).toBeNull()
    else expect(happening?.title, kind).toMatch(/^[А-Я]/)
  }
})

test.each([
  [entry('returned', { text: 'Поля' }), 'Попытка 2 возвращена на доработку', 'Поля'],
  [entry('extension-asked', { until: '2027-03-12T20:59:00.000Z' }), 'Просьба продлить срок до 12.03.2027 20:59', ''],
  [entry('extended', { until: '2027-03-12T20:59:00.000Z' }), 'Срок продлён до 12.03.2027 20:59', ''],
  [entry('extended'), 'Продление отменено: срок прежний', ''],
  [entry('assigned', { text: 'Вера Лосева' }), 'Проверять будет Вера Лосева', ''],
  [entry('assigned'), 'Работа снова ничья', ''],
  [entry('scored', { text: '7 → 9' }), 'Баллы изменены: 7 → 9', ''],
])('%# says it once', (given, title, text) => expect(happeningOf(given, 'points')).toMatchObject({ title, text }))

test('a mark that is no number of points is not called points', () => {
  const given = entry('scored', { text: 'нет → зачёт' })
  expect(happeningOf(given, 'pass')?.title).toBe('Оценка изменена: нет → зачёт')
})
