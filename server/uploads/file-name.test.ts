import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#contract/content/any-character.fixture.ts'
import { cleanFileName, extensionOf } from '#server/uploads/file-name.ts'

test.each([
  ['Отчёт о практике.pdf', 'Отчёт о практике.pdf'],
  ['C:\\Users\\Анна\\фото.jpg', 'фото.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['/', 'Файл'],
  ['..', 'Файл'],
  ['. . .', 'Файл'],
  ['', 'Файл'],
  ['\u0000\u0001', 'Файл'],
  ['\u200b\u200e', 'Файл'],
  ['.gitignore', '.gitignore'],
  ['а\nб\tв\u0000.txt', 'а б в.txt'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['é.txt'.normalize('NFD'), 'é.txt'.normalize('NFC')],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  ['"; filename="x.html', '"; filename="x.html'],
  ['\ud800.txt', '\ufffd.txt'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test('a long name is shortened in the middle and keeps its extension', () => {
  const name = cleanFileName(`${'щ'.repeat(400)}.jpeg`)
  expect(name).toMatch(/^щ{125}\.jpeg$/)
  expect(Buffer.byteLength(cleanFileName(`${'👨‍👩‍👧'.repeat(50)}.${'x'.repeat(300)}`))).toBeLessThanOrEqual(255)
})

test('any name becomes one line of at most 255 bytes, and is not changed a second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (given) => {
      const name = cleanFileName(given)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\.*$|^\s|\s$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(cleanFileName(name)).toBe(name)
    }),
  )
})

test.each([
  ['a.PDF', '.PDF'],
  ['a.tar.gz', '.gz'],
  ['.env', ''],
  ['без точки', ''],
  ['a.', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})
