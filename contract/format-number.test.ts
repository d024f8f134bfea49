import { describe, expect, it } from 'vitest'
import { formatNumber } from '#contract/format-number.ts'

describe('a number in Russian', () => {
  it('is the one that the platform writes', () => {
    for (const value of [
      0, 1, 9.5, 12.4, 100, 999, 1000, 1023, 1234.5, 12_345, 123_456, 1_234_567.25, -5, -1234.5, 0.125,
    ])
      expect(formatNumber(value)).toBe(value.toLocaleString('ru'))
  })

  it('has no more digits than asked for', () => {
    expect(formatNumber(12.449, 1)).toBe('12,4')
    expect(formatNumber(12.04, 1)).toBe('12')
    expect(formatNumber(99.6, 0)).toBe('100')
    expect(formatNumber(-0.01, 1)).toBe('0')
  })
})
