import { expect, test } from 'vitest'
import type { CalendarEvent, CalendarKind } from '#contract/calendar/calendar.schema.ts'
import { cellTimeOf } from '#web/calendar/event-looks.ts'

const at = (kind: CalendarKind, hour: number, minute: number, all_day = false) =>
  cellTimeOf({ kind, at: new Date(2026, 11, 5, hour, minute).toISOString(), all_day } as CalendarEvent)

test('a cell leaves out the end of the day of a deadline alone', () => {
  expect([at('due', 23, 59), at('closes', 23, 59), at('custom', 10, 0, true)]).toEqual(['', '', ''])
  expect([at('due', 18, 0), at('opens', 23, 59), at('custom', 23, 59)]).toEqual(['18:00', '23:59', '23:59'])
})
