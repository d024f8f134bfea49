import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { judge, lineFor, maxDays } from './updates.mjs'

const now = Date.parse('2026-11-26T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString()
/** What a registry says of a package whose versions are as many days old. */
const described = (ages: Record<string, number>, deprecated: string[] = []) => ({
  versions: Object.fromEntries(
    Object.keys(ages).map((version) => [version, deprecated.includes(version) ? { deprecated: 'Faulty' } : {}]),
  ),
  time: {
    created: daysAgo(999),
    ...Object.fromEntries(Object.entries(ages).map(([name, age]) => [name, daysAgo(age)])),
  },
})

describe('an installed version', () => {
  it.each([
    ['is the latest', '1.2.3', { '1.2.3': 400 }, { newer: null, days: 0, major: null }],
    ['is behind since the first newer one', '1.2.3', { '1.2.4': 100, '1.10.0': 3 }, { newer: '1.10.0', days: 100 }],
    ['does not wait for a beta', '1.2.3', { '1.3.0-beta.1': 200, '2.0.0-rc.1': 100 }, { newer: null, major: null }],
    ['that is a beta does', '18.4.0-beta.17', { '18.4.0-beta.9': 9, '18.5.0-beta.18': 5 }, { newer: '18.5.0-beta.18' }],
    ['is not late for another line', '1.2.3', { '2.0.0': 300, '3.1.0': 10 }, { newer: null, days: 0, major: '3.1.0' }],
    [
      'before 1.0 has its line in the second number',
      '0.4.1',
      { '0.4.2': 7, '0.5.0': 300 },
      { newer: '0.4.2', days: 7 },
    ],
    ['below that in the third', '0.0.4', { '0.0.5': 300 }, { newer: null, major: '0.0.5' }],
  ])('%s', (_what, version, ages, expected) => {
    expect(judge(version, described({ [version]: 500, ...ages } as Record<string, number>), now)).toMatchObject(
      expected,
    )
  })

  it('does not wait for what was withdrawn', () => {
    const answer = described({ '1.0.0': 300, '1.0.1': 200, '1.0.2': 20 }, ['1.0.1'])
    expect(judge('1.0.0', answer, now)).toEqual({ newer: '1.0.2', days: 20, major: null })
  })

  it('is late once the time frame has passed', () => {
    const lineAt = (days: number) =>
      lineFor({ name: 'a', version: '1.0.0' }, judge('1.0.0', described({ '1.0.1': days }), now))
    expect(lineAt(maxDays)).not.toContain('СРОК ПРОШЁЛ')
    expect(lineAt(maxDays + 1)).toBe('a 1.0.0: есть 1.0.1, новые версии уже 91 дн. — СРОК ПРОШЁЛ')
  })

  it('is not called current while the registry is silent', () => {
    expect(lineFor({ name: 'a', version: '1.0.0' }, null)).toBe('a 1.0.0: реестр не ответил')
    expect(lineFor({ name: 'a', version: '1.0.0' }, judge('1.0.0', described({ '1.0.0': 1 }), now))).toBeNull()
  })
})

it('versions are compared by their numbers, a beta before what it leads to', () => {
  const versions = ['1.0.0-beta.2', '1.0.0-beta.10', '1.0.0', '1.0.9', '1.0.10', '1.9.0', '1.10.0', '2.0.0']
  for (const [nth, newer] of versions.slice(1).entries()) {
    const older = versions[nth] as string
    const answer = described({ [newer]: 1, [older]: 2 })
    const found = judge(older, answer, now)
    expect(found.newer ?? found.major).toBe(newer)
    expect(judge(newer, answer, now)).toMatchObject({ newer: null, major: null })
  }
})
