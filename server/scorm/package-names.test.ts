import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { readPackage } from '#server/scorm/read-package.ts'
import { buildScormPackage, manifestOf, zipOf } from '#server/scorm/scorm.factory.ts'
import { scormEntries } from '#server/scorm/scorm.table.ts'
import { testApp } from '#server/testing/app.ts'

/** Names of files as people's programs write them into packages: each of them opens in the lesson. */

const { db, deps, call, signedIn } = await testApp()
const { files } = deps

/** Puts bytes into a ZIP at the places of a mark of the same length; its names are no longer said to be UTF-8. */
const withBytes = (zip: Buffer, marks: Record<string, Buffer>) => {
  let text = zip.toString('latin1')
  for (const [mark, bytes] of Object.entries(marks)) {
    expect(mark).toHaveLength(bytes.length)
    text = text.replaceAll(mark, bytes.toString('latin1'))
  }
  const changed = Buffer.from(text, 'latin1')
  // the flags of each central header (APPNOTE 6.3.10, § 4.3.12)
  for (let at = changed.indexOf('PK\x01\x02'); at >= 0; at = changed.indexOf('PK\x01\x02', at + 4)) {
    changed.writeUInt16LE(changed.readUInt16LE(at + 8) & ~0x800, at + 8)
  }
  return changed
}

const cp866 = { цвет: 'e6a2a5e2', папка: 'afa0afaaa0' }

const open = async (bytes: Buffer) => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const scorm = await buildScormPackage(db, files, { lesson_id: lesson.id, user_id: teacher.id, bytes })
  const { body } = await call('GET', `/api/lessons/${lesson.id}/scorm`, { token: student.token })
  const { title, items } = body.packages[0]
  return { scorm, title, items, url: items[0].url as string }
}

const page = '<p>Цвет</p>'
const manifest = (href: string) => manifestOf('1.2', [{ id: 'a', title: 'Цвет', href }])

describe('the name of a file', () => {
  it('is read as Windows packs it in Russia', async () => {
    const marked = await zipOf({ 'imsmanifest.xml': manifest('папка/цвет.html'), 'FOLDR/NAME.html': page }, false)
    const names = { FOLDR: Buffer.from(cp866.папка, 'hex'), NAME: Buffer.from(cp866.цвет, 'hex') }
    const { url } = await open(withBytes(marked, names))
    expect(await call('GET', url)).toMatchObject({ status: 200, body: expect.stringContaining(page) })
  })

  it('is read as macOS packs it: UTF-8, without saying so', async () => {
    const marked = await zipOf({ 'imsmanifest.xml': manifest('цвет.html'), 'NAMENAME.html': page }, false)
    const { url } = await open(withBytes(marked, { NAMENAME: Buffer.from('цвет') }))
    expect((await call('GET', url)).status).toBe(200)
  })

  it('is the one that Info-ZIP adds in UTF-8, whatever the other is', async () => {
    const bytes = await zipOf({ 'imsmanifest.xml': manifest('ёлка.html'), '????.html': page }, false)
    // the last central header, with an extra field (APPNOTE 6.3.10, § 4.6.9)
    const at = bytes.lastIndexOf('PK\x01\x02')
    const end = bytes.lastIndexOf('PK\x05\x06')
    const name = Buffer.from('ёлка.html')
    const field = Buffer.concat([Buffer.alloc(9), name])
    field.writeUInt16LE(0x7075, 0)
    field.writeUInt16LE(5 + name.length, 2)
    field.writeUInt8(1, 4)
    field.writeUInt32LE(crc32('????.html'), 5)
    const nameEnd = at + 46 + '????.html'.length
    const header = bytes.subarray(at, nameEnd)
    header.writeUInt16LE(field.length, 30)
    const tail = bytes.subarray(end)
    tail.writeUInt32LE(tail.readUInt32LE(12) + field.length, 12)
    const whole = Buffer.concat([bytes.subarray(0, nameEnd), field, bytes.subarray(nameEnd)])
    const { url } = await open(withBytes(whole, {}))
    expect((await call('GET', url)).status).toBe(200)
  })

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
    ['NFD', 'NFD'],
  ])('with «й» in the form %s is found in the form %s', async (packed, asked) => {
    const name = 'Лёгкий йод.html'
    const bytes = await zipOf({ 'imsmanifest.xml': manifest(name.normalize(asked)), [name.normalize(packed)]: page })
    expect((await call('GET', (await open(bytes)).url)).status).toBe(200)
  })

  it('is found in packages whose names were kept as they came', async () => {
    const name = 'йод.html'.normalize('NFD')
    const { url, scorm } = await open(await zipOf({ 'imsmanifest.xml': manifest(name), 'a.html': page }))
    await db.insert(scormEntries).values({
      package_id: scorm.id,
      path: name,
      offset: 0,
      compressed_size: 0,
      size: 0,
      method: 0,
    })
    expect((await call('GET', url)).status).toBe(200)
  })

  it.each([
    ['leads out of the package', '..AsecretA.html', '../secret/.html'],
    ['leads out by backslashes', 'aA..A..Ab.html', 'a\\..\\..\\b.html'],
    ['begins at the root', 'AetcAa.html', '/etc/a.html'],
    ['begins at the root of a network', 'AAhostAa.html', '\\\\host\\a.html'],
    ['begins with a drive', 'CAAa.html', 'C:\\a.html'],
    ['has a character that no text has', 'aAb.html', 'a\0b.html'],
  ])('is refused where it %s', async (_reason, mark, name) => {
    const { id } = await signedIn({ role: 'teacher' })
    const zip = await zipOf({ 'imsmanifest.xml': manifest('c.html'), 'c.html': page, [mark]: 'x' }, false)
    const bytes = withBytes(zip, { [mark]: Buffer.from(name) })
    const file = await buildFile(db, files, { user_id: id, name: 'a.zip', bytes })
    await expect(readPackage(files, file)).rejects.toMatchObject({
      fields: { file_id: [expect.stringContaining('Пакет повреждён')] },
    })
  })
})

describe('a manifest', () => {
  const russian = { windows1251: 'd6e2e5f2', koi8: 'e3d7c5d4', utf8: Buffer.from('Цвет').toString('hex') }

  /** A package whose manifest has «Цвет» in these bytes as its title and as the name of its page. */
  const declaring = async (declaration: string, hex: string) => {
    const xml = manifest('Цвет.html')
      .replace(/^<.*?>/, declaration)
      .replace('Цвет &amp; контраст', 'Цвет')
    const [first = '', ...parts] = xml.split('Цвет').map((part) => Buffer.from(part))
    const bytes = Buffer.concat([first, ...parts.flatMap((part) => [Buffer.from(hex, 'hex'), part])] as Buffer[])
    return open(await zipOf({ 'imsmanifest.xml': bytes, 'Цвет.html': page }))
  }

  it.each([
    ['windows-1251', '<?xml version="1.0" encoding="windows-1251"?>', russian.windows1251],
    [
      'Windows-1251 in single quotes',
      "<?xml version='1.0' encoding = 'Windows-1251' standalone='yes'?>",
      russian.windows1251,
    ],
    ['KOI8-R', '<?xml version="1.0" encoding="KOI8-R"?>', russian.koi8],
    ['nothing', '', russian.utf8],
    ['nothing, where it is no UTF-8', '', russian.windows1251],
    ['an encoding that nobody knows', '<?xml version="1.0" encoding="latin-cyrillic"?>', russian.utf8],
    ['windows-1251, though it is UTF-8', '<?xml version="1.0" encoding="windows-1251"?>', russian.utf8],
    ['UTF-16, which it cannot be', '<?xml version="1.0" encoding="utf-16"?>', russian.utf8],
    ['another encoding than its mark', '\ufeff<?xml version="1.0" encoding="windows-1251"?>', russian.utf8],
  ])('that declares %s is read', async (_name, declaration, hex) => {
    const { title, items, url } = await declaring(declaration, hex)
    expect([title, items[0].title]).toEqual(['Цвет', 'Цвет'])
    expect((await call('GET', url)).status).toBe(200)
  })

  it.each(['utf-16le', 'utf-16be'])('in %s is read by its mark', async (encoding) => {
    const xml = Buffer.from(`\ufeff${manifest('цвет.html').replace('UTF-8', 'UTF-16')}`, 'utf16le')
    if (encoding === 'utf-16be') xml.swap16()
    const { title, url } = await open(await zipOf({ 'imsmanifest.xml': xml, 'цвет.html': page }))
    expect(title).toBe('Цвет & контраст')
    expect((await call('GET', url)).status).toBe(200)
  })
})
