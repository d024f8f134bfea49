import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '#contract/content/any-character.fixture.ts'
import { readChapters, writeChapters } from '#contract/content/chapters.ts'
import { keptValue } from '#contract/content/rich-text.ts'

it.each([
  ['00:00 Начало', [{ seconds: 0, name: 'Начало' }]],
  ['1:02:03 Итоги', [{ seconds: 3723, name: 'Итоги' }]],
  ['75:10 Долгий разбор', [{ seconds: 4510, name: 'Долгий разбор' }]],
  ['[0:05] – Отступы', [{ seconds: 5, name: 'Отступы' }]],
  ['  0:05\tПоля   и  отступы ', [{ seconds: 5, name: 'Поля и отступы' }]],
  [
    '2:00 Потом\r\n\r\n0:30 Сначала\n0:30 Опять',
    [
      { seconds: 30, name: 'Сначала' },
      { seconds: 120, name: 'Потом' },
    ],
  ],
])('reads %j', (text, chapters) => {
  expect(readChapters(text)).toEqual({ chapters, wrong: [] })
})

it.each(['Начало', '0:00', '0:00 –', '0:60 Нет такой секунды', '1:60:00 Нет такой минуты', '1 Начало'])(
  'has no chapter in %j',
  (text) => {
    expect(readChapters(`0:00 Начало\n${text}`)).toEqual({ chapters: [{ seconds: 0, name: 'Начало' }], wrong: [2] })
  },
)

it('keeps 100 chapters at most, with names of 150 characters', () => {
  const text = Array.from({ length: 103 }, (_, index) => `${index}:00 ${'я'.repeat(160)}`).join('\n')
  const { chapters, wrong } = readChapters(text)
  expect([chapters.length, chapters[0]?.name.length, wrong]).toEqual([100, 150, [101, 102, 103]])
})

it('keeps what it has kept, whatever was written', () => {
  const time = fc.stringMatching(/^\[?(\d{1,2}:)?\d{1,3}:[0-5]\d$/)
  const lines = fc.array(
    fc.tuple(time, fc.string({ unit: anyCharacter })).map((both) => both.join(' ')),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(fc.oneof(lines, fc.array(fc.string({ unit: anyCharacter }))), (written) => {
      const kept = keptValue('chapters', written.join('\n'))
      if (kept === null) return
      expect(keptValue('chapters', kept)).toBe(kept)
      expect(writeChapters(readChapters(kept).chapters)).toBe(kept)
    }),
  )
})

it('reads a hostile text at once', () => {
  expect(readChapters(`0:00${' -'.repeat(500_000)}`).chapters).toEqual([])
  expect(readChapters('0:00 x\n'.repeat(500_000)).chapters).toHaveLength(1)
})
