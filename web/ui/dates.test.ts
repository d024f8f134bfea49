import { afterEach, expect, it } from 'vitest'
import { clock, formatDay, formatMoment } from '#web/ui/dates.ts'

const moment = '2026-11-12T22:05:00Z'

afterEach(() => {
  clock.timeZone = undefined
})

it('shows a moment as DD.MM.YYYY HH:mm by the reader’s clock, which stands at UTC in tests', () => {
  expect(formatMoment(moment)).toBe('12.11.2026 22:05')
})

it('shows what the server draws by the clock of the school', () => {
  clock.timeZone = 'Europe/Moscow'
  expect([formatDay(moment), formatMoment(moment)]).toEqual(['13.11.2026', '13.11.2026 01:05'])
})
