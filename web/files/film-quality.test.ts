import { expect, it } from 'vitest'
import { type FilmQuality, heightFor } from '#web/files/film-quality.ts'

const heights = [720, 360] as const
const desk = { isPhone: false, savesData: false }
const phone = { isPhone: true, savesData: false }
const saver = { isPhone: false, savesData: true }

it.each([
  ['auto', desk, null],
  ['auto', phone, 360],
  ['auto', saver, 360],
  ['source', phone, null],
  ['720', phone, 720],
  ['360', desk, 360],
] as const)('«%s» on %o plays %s', (quality: FilmQuality, device, height) => {
  expect(heightFor(heights, quality, device)).toBe(height)
})

it('plays what was uploaded while there are no copies, whatever was chosen', () => {
  for (const quality of ['auto', 'source', '720', '360'] as const) {
    expect(heightFor([], quality, phone)).toBeNull()
  }
})

it('plays the largest copy of what the browser cannot play', () => {
  expect(heightFor(heights, 'auto', desk, true)).toBe(720)
  expect(heightFor(heights, 'source', desk, true)).toBe(720)
  expect(heightFor([], 'auto', desk, true)).toBeNull()
})
