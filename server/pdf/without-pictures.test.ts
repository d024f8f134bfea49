import { expect, test } from 'vitest'
import { withoutPictures } from '#server/pdf/without-pictures.ts'

test('emoji are left out of a text, and nothing else', () => {
  expect(withoutPictures('«🎉 Вёрстка 👩🏽‍💻 за неделю ❤️ 🇷🇺»')).toBe('«Вёрстка за неделю»')
  expect(withoutPictures('Гөлнара Җәмилова, № 5 © 2026 → 1️⃣')).toBe('Гөлнара Җәмилова, № 5 © 2026 → 1')
  expect(withoutPictures('Photoshop™ ↗ 🏴\u{e0067}\u{e0062}\u{e007f}')).toBe('Photoshop™ ↗')
})
