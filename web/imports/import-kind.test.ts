import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { findImportKind } from '#web/imports/import-kind.ts'

/** A ZIP of these files, by their names; like an archive of a course it is not compressed. */
const zipOf = (entries: Record<string, string | Buffer>) => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

const kindOf = (bytes: Buffer, name = 'курс.zip') => findImportKind(new File([new Uint8Array(bytes)], name))

const scorm = () => zipOf({ 'imsmanifest.xml': '<manifest/>', 'pages/цвет.html': 'x' })
const moodle = () => zipOf({ 'moodle_backup.xml': '<moodle_backup/>', 'files/aa/aa11': 'x' })

it('a ZIP is what the names in it show', async () => {
  expect(await kindOf(await scorm())).toBe('scorm')
  expect(await kindOf(await moodle())).toBe('moodle')
  expect(await kindOf(await zipOf({ 'курс/01 Сетка.md': '# Сетка' }))).toBe('markdown')
  expect(await kindOf(await zipOf({ 'course.json': '{}', 'lessons/01 Сетка.md': '# Сетка' }))).toBe('archive')
  expect(await kindOf(Buffer.from('not a ZIP'))).toBe('archive')
})

it('the ZIPs inside an archive of a course do not change what it is', async () => {
  const course = { 'course.json': '{}', 'lessons/01 Сетка.md': '# Сетка' }
  expect(await kindOf(await zipOf({ ...course, 'files/цвет.zip': await scorm() }))).toBe('archive')
  expect(await kindOf(await zipOf({ ...course, 'files/старый курс.mbz': await moodle() }))).toBe('archive')
})

it('a package of SCORM in a ZIP of Markdown does not change what it is', async () => {
  expect(await kindOf(await zipOf({ 'a.md': '# Сетка', 'цвет.zip': await scorm() }))).toBe('markdown')
})

it('a table of contents of any size counts as a whole', async () => {
  const pages = Array.from({ length: 50 }, (_, page) => [`pages/${page} ${'x'.repeat(60_000)}.html`, ''])
  const bytes = await zipOf({ 'imsmanifest.xml': '<manifest/>', ...Object.fromEntries(pages) })
  expect(bytes.length).toBeGreaterThan(5 * 1_048_576)
  expect(await kindOf(bytes)).toBe('scorm')
})

it('a ZIP with a comment, or with an end that is damaged or unusual, is still recognized', async () => {
  const bytes = await scorm()
  const comment = Buffer.from('Course PK\x05\x06 2026')
  const end = bytes.length - 22
  const commented = Buffer.concat([bytes, comment])
  commented.writeUInt16LE(comment.length, end + 20)
  expect(await kindOf(commented)).toBe('scorm')
  // what ZIP64 writes here: look elsewhere
  const zip64 = Buffer.from(bytes)
  zip64.fill(0xff, end + 8, end + 20)
  expect(await kindOf(zip64)).toBe('scorm')
  expect(await kindOf(bytes.subarray(0, end + 4))).toBe('scorm')
})
