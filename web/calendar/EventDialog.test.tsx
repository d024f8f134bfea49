// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { button, dialogs, draw, endDrawn, messages, press, respond, tryToClose } from '#web/app/drawn.fixture.ts'
import EventDialog from '#web/calendar/EventDialog.tsx'

vi.mock('#web/ui/confirm.ts', () => ({ confirm: async () => true }))

const event: CalendarEvent = {
  kind: 'custom',
  at: '2027-02-01T09:00:00.000Z',
  title: 'Созвон',
  course: { id: 3, name: 'Вёрстка' },
  lesson_id: null,
  all_day: false,
  done: false,
  event_id: 7,
}

afterEach(endDrawn)

test('while an event is deleted its form neither closes nor saves, and a refusal is shown', async () => {
  await draw((close) => <EventDialog event={event} courses={[]} courseId={3} day="2027-02-01" onClose={close} />)
  await press('Удалить событие')
  expect(button('Сохранить')?.disabled).toBe(true)
  await tryToClose('Отменить')
  expect(dialogs()).toEqual(['Событие курса'])
  await respond('DELETE /api/courses/3/events/7', {}, 500)
  expect(messages()).toEqual(['Не удалось удалить событие'])
  expect(button('Сохранить')?.disabled).toBe(false)
  await press('Удалить событие')
  await respond('DELETE /api/courses/3/events/7', null, 204)
  expect(dialogs()).toEqual([])
})
