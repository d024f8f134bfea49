import { expect, it } from 'vitest'
import { withoutPlace } from '#server/pictures/place-data.ts'
import { pngChunk } from '#server/pictures/png-chunk.fixture.ts'
import { longestBlock } from '#server/testing/longest-block.ts'

// @alone: it measures the time of the whole process

const png = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])

/** A TIFF block whose GPS directories overlap, with places that are all the rest of it (TIFF 6.0, § 2). */
const tiffOfPlaces = (size: number, directories: number, places: number) => {
  const bytes = Buffer.alloc(size)
  const writeEntry = (at: number, tag: number, type: number, count: number, value: number) => {
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(directories, 8)
  const list = 10 + directories * 12
  for (let nth = 0; nth < directories; nth += 1) writeEntry(10 + nth * 12, 0x8825, 4, 1, list + (nth % 2) * 12)
  const rest = list + 2 + places * 12
  for (let nth = 0; nth < places; nth += 1) writeEntry(list + 2 + nth * 12, nth, 1, size - rest, rest)
  bytes.writeUInt16LE(places, list)
  bytes.writeUInt16LE(1, list + 12)
  return bytes
}

it.each([
  ['places that are each the whole file', () => tiffOfPlaces(2 ** 21, 10, 200), 'changed'],
  ['beginnings of places alone', () => Buffer.alloc(60_000_000, 'I'), 'same'],
  ['empty chunks alone', () => png(Buffer.alloc(60_000_000)), 'same'],
  [
    'long profiles',
    () =>
      png(...Array(20).fill(pngChunk('tEXt', Buffer.from(`Raw profile type exif\0\nexif\n 5\n${'4d '.repeat(1e6)}`)))),
    'same',
  ],
])('a picture of %s blocks nobody', async (_name, make, outcome) => {
  const bytes = make()
  let kept: Buffer | null = null
  const block = await longestBlock(async () => {
    kept = await withoutPlace(bytes)
  })
  expect([kept ? 'changed' : 'same', block < 200, block]).toEqual([outcome, true, block])
})

it('places that overlap are blanked to the end of the longest one', async () => {
  const bytes = tiffOfPlaces(400, 2, 3)
  bytes.fill('x', 300)
  const kept = await withoutPlace(bytes)
  expect(kept?.length).toBe(400)
  expect(kept?.includes('x')).toBe(false)
})
