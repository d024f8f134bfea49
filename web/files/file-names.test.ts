import { expect, test } from 'vitest'
import { inputAccept, takesPictures } from '#web/files/file-accept.ts'
import { captionsOf, isCaptionsOfOne, isMedia, plainName, splitName } from '#web/files/file-names.ts'

test.each([
  ['Очень длинное название архива.zip', ['Очень длинное название ар', 'хива.zip']],
  ['no extension at all', ['no extension at', ' all']],
  ['.gitignore', ['.gitig', 'nore']],
  ['a.png', ['', 'a.png']],
  ['name.with.dots.tar.gz', ['name.with.dots', '.tar.gz']],
  ['sentence. That is no extension', ['sentence. That is no exten', 'sion']],
  ['👩‍🎨👩‍🎨👩‍🎨👩‍🎨👩‍🎨.png', ['👩‍🎨', '👩‍🎨👩‍🎨👩‍🎨👩‍🎨.png']],
])('%s is cut in the middle', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})

test('marks that turn the direction of text are not shown', () => {
  expect(plainName('photo\u202egpj.exe')).toBe('photogpj.exe')
  expect(plainName('صورة.png')).toBe('صورة.png')
})

test('captions belong to their film, and only to a film', () => {
  const film = { name: 'Урок 1.mp4', type: 'video/mp4' }
  const captions = { name: 'урок 1.VTT', type: 'text/vtt' }
  const other = { name: 'Урок 2.vtt', type: 'text/vtt' }
  const text = { name: 'Урок 2.pdf', type: 'application/pdf' }
  const files = [captions, film, other, text]
  expect(captionsOf(film, files)).toBe(captions)
  expect(captionsOf(text, [text])).toBeUndefined()
  expect(files.filter((file) => isCaptionsOfOne(file, files))).toEqual([captions])
})

test('sound is played by its ending, too: the type of a recording may not be recognized', () => {
  const recording = { name: 'Ответ.opus', type: 'application/octet-stream' }
  const captions = { name: 'Ответ.vtt', type: 'text/vtt' }
  expect([recording, { name: 'a', type: 'audio/ogg' }, { name: 'a', type: 'video/mp4' }].map(isMedia)).toEqual([
    true,
    true,
    true,
  ])
  expect(isMedia({ name: 'Ответ.pdf', type: 'application/pdf' })).toBe(false)
  expect(isCaptionsOfOne(captions, [recording, captions])).toBe(true)
})

test('an input accepts what the check allows', () => {
  expect(inputAccept({ types: ['pdf', '.docx', 'image/*', 'text/plain'] })).toBe('.pdf,.docx,image/*,text/plain')
  expect(inputAccept({})).toBeUndefined()
  expect(inputAccept()).toBeUndefined()
})

test.each([
  [undefined, true],
  [['image/*'], true],
  [['.JPG'], true],
  [['image/jpeg'], true],
  [['image/png', '.pdf'], false],
  [[], false],
])('with %o allowed the camera makes sense: %s', (types, expected) => {
  expect(takesPictures(types ? { types } : {})).toBe(expected)
})
