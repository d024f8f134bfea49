import { expect, test } from 'vitest'
import { dayOf, isExpired } from '#web/organisation/editing/document-text.ts'

test('days are read as people write them', () => {
  expect(dayOf('21.11.2026')).toBe('2026-11-21')
  expect(dayOf(' 1.9.2012 ')).toBe('2012-09-01')
  expect(dayOf('2012-09-01')).toBe('2012-09-01')
  for (const none of ['', '31.02.2026', 'в 2012 году', '2026']) expect(dayOf(none)).toBeNull()
})

test('a document holds on the last of its days', () => {
  expect(isExpired({ valid_until: '2026-11-05' }, '2026-11-05')).toBe(false)
  expect(isExpired({ valid_until: '2026-11-04' }, '2026-11-05')).toBe(true)
  expect(isExpired({ valid_until: null }, '2026-11-05')).toBe(false)
})
