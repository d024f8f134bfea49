import { describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { readManifest } from '#server/scorm/read-manifest.ts'
import { readPackage } from '#server/scorm/read-package.ts'
import { buildScormPackage, manifestOf, scormZip, zipOf } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { elf, portable } from '#server/uploads/programs.fixture.ts'

const { app, db, deps, call, signedIn } = await testApp()
const { files } = deps

const school = async (bytes?: Buffer) => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const scorm = await buildScormPackage(db, files, {
    lesson_id: lesson.id,
    user_id: teacher.id,
    ...(bytes ? { bytes } : {}),
  })
  const ask = (person: typeof student, method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
    call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
  const list = async (person = student) =>
    (await ask(person, 'GET', `/api/lessons/${lesson.id}/scorm`)).body.packages[0]
  const report = (values: object, person = student) =>
    ask(person, 'PUT', `/api/scorm/${scorm.id}/results`, {
      item: 'I1',
      completed: false,
      passed: null,
      score: null,
      data: '{}',
      ...values,
    })
  return { teacher, student, course, lesson, scorm, ask, list, report }
}

describe('a package', () => {
  it('is listed with signed addresses, and its files are served in a sandbox', async () => {
    const { list, ask, student, lesson } = await school()
    const scorm = await list()
    expect(scorm).toMatchObject({ title: 'Цвет & контраст', version: '1.2', items: [{ id: 'I1', title: 'Цвет' }] })
    expect((await ask(student, 'GET', `/api/lessons/${lesson.id}`)).body.lesson.scorm).toBe(true)
    const page = await call('GET', scorm.items[0].url)
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/sandbox allow-scripts(?!.*same-origin)/)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<head><script src="/scorm/runtime/1.2.js"></script><title>Цвет</title>')
    const style = await call('GET', scorm.items[0].url.replace(/pages\/.*/, 'style.css'))
    expect([style.body, style.headers['content-type'], style.headers['access-control-allow-origin']]).toEqual([
      'body { color: navy }',
      'text/css; charset=utf-8',
      '*',
    ])
    expect((await call('GET', '/scorm/runtime/1.2.js')).body).toContain('Scorm12API')
    expect((await call('GET', '/scorm/runtime/2004.js')).body).toContain('Scorm2004API')
    expect((await call('GET', '/scorm/runtime/3.js')).status).toBe(404)
  })

  it('is read by nobody without a valid signature, and nothing but its own files is', async () => {
    const { list } = await school()
    const { url } = (await list()).items[0]
    const [, folder, ticket] = /^(\/scorm\/\d+\/)([^/]+)/.exec(url) ?? []
    const [expires, signature] = (ticket as string).split('.')
    for (const wrong of [
      `${folder}${expires}.x/style.css`,
      `${folder}${Number(expires) + 3600}.${signature}/style.css`,
      `${folder}0.${signature}/style.css`,
      `${folder}x/style.css`,
    ]) {
      expect((await call('GET', wrong)).status, wrong).toBe(403)
    }
    for (const missing of ['nothing.css', '../imsmanifest.xml', '%2e%2e/imsmanifest.xml', '', 'pages', 'a%00b'])
      expect((await call('GET', `${folder}${ticket}/${missing}`)).status, missing).toBe(404)
    expect((await call('GET', `/scorm/999999/${ticket}/style.css`)).status).toBe(404)
  })

  it.each([true, false])('has no program under the name of a document (packed: %s)', async (packed) => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, place) => (place * 7919) % 251))
    const bytes = await zipOf(
      {
        'imsmanifest.xml': manifestOf('1.2', [{ id: 'a', title: 'А', href: 'a.html' }]),
        'a.html': '<p>А',
        'a.pdf': elf,
        'b.html': elf,
        'setup.exe': portable(),
        'a.bin': noise,
        'empty.pdf': '',
      },
      packed,
    )
    const { list } = await school(bytes)
    const folder = (await list()).items[0].url.replace('a.html', '')
    const statusOf = async (name: string, range?: string) =>
      (await call('GET', folder + name, range ? { headers: { range } } : {})).status
    expect(await Promise.all(['a.pdf', 'b.html', 'setup.exe', 'empty.pdf'].map((name) => statusOf(name)))).toEqual([
      ...[404, 404, 200, 200],
    ])
    expect(await statusOf('a.pdf', 'bytes=0-9')).toBe(404)
    const whole = await app.inject({ url: `${folder}a.bin` })
    expect(whole.rawPayload.equals(noise)).toBe(true)
  })

  it('sends texts with the character set that they declare, or UTF-8 where they can be in it', async () => {
    const windows1251 = Buffer.from('cff0e8e2e5f2', 'hex')
    const entries = {
      'imsmanifest.xml': manifestOf('1.2', [{ id: 'a', title: 'А', href: 'a.html' }]),
      'a.html': Buffer.concat([Buffer.from('<html><head><meta charset="Windows-1251"></head>'), windows1251]),
      'a.js': 'const charset = "нет"; let charset=1',
      'b.js': Buffer.concat([Buffer.from('// '), windows1251]),
      'a.css': '@charset "koi8-r"; a { color: red }',
      'a.xml': '<?xml version="1.0" encoding="windows-1251"?><a/>',
      'a.svg': '<svg/>',
      'a.png': 'x',
    }
    const { list } = await school(await zipOf(entries))
    const { url } = (await list()).items[0]
    const types: Record<string, string> = {}
    for (const name of Object.keys(entries).slice(1))
      types[name] = String((await call('GET', url.replace('a.html', name))).headers['content-type'])
    expect(types).toEqual({
      'a.html': 'text/html; charset=windows-1251',
      'a.js': 'text/javascript; charset=utf-8',
      'b.js': 'text/javascript',
      'a.css': 'text/css; charset=koi8-r',
      'a.xml': 'application/xml; charset=windows-1251',
      'a.svg': 'image/svg+xml; charset=utf-8',
      'a.png': 'image/png',
    })
  })

  it('gets its interface where its head begins, as far as that is near its beginning', async () => {
    const entries = {
      'imsmanifest.xml': manifestOf('1.2', [{ id: 'a', title: 'А', href: 'a.html' }]),
      'a.html': '<!doctype html>\n<HTML lang="ru"><p>А</p>',
      'b.html': `${' '.repeat(20_000)}<head></head>`,
      'c.html': '<head'.repeat(1_600_000),
    }
    const { list } = await school(await zipOf(entries))
    const { url } = (await list()).items[0]
    const script = '<script src="/scorm/runtime/1.2.js"></script>'
    expect((await call('GET', url)).body).toBe(`<!doctype html>\n<HTML lang="ru">${script}<p>А</p>`)
    expect((await call('GET', url.replace('a.html', 'b.html'))).body).toBe(script + entries['b.html'])
    const before = process.threadCpuUsage()
    expect((await call('GET', url.replace('a.html', 'c.html'))).body).toBe(script + entries['c.html'])
    const { user } = process.threadCpuUsage(before)
    expect(user / 1000).toBeLessThan(1000)
  })

  it('sends parts of files that are stored as they are', async () => {
    const entries = {
      'imsmanifest.xml': manifestOf('2004', [{ id: 'a', title: 'А', href: 'a.html' }]),
      'film.mp4': '0123456789',
    }
    for (const [compress, status, body] of [
      [false, 206, '345'],
      [true, 200, '0123456789'],
    ] as const) {
      const { list } = await school(await zipOf(entries, compress))
      const film = (await list()).items[0].url.replace('a.html', 'film.mp4')
      const part = await call('GET', film, { headers: { range: 'bytes=3-5' } })
      expect([part.status, part.body]).toEqual([status, body])
    }
  })
})

describe('a report', () => {
  it('is kept for the student, and what was reached is never taken back', async () => {
    const { list, report, ask, teacher, scorm, lesson, student } = await school()
    expect((await report({ score: 40.5, data: '{"at":1}' })).body.state).toMatchObject({
      completed: false,
      score: 40.5,
    })
    expect((await report({ completed: true, passed: true, score: 80, data: '{"at":2}' })).status).toBe(200)
    await report({ completed: false, passed: false, score: 10, data: '{"at":3}' })
    const state = { completed: true, passed: true, score: 80 }
    expect((await list()).items[0]).toMatchObject({ state, data: '{"at":3}' })
    expect((await list(teacher)).items[0]).toMatchObject({ state: null, data: null })
    const { results } = (await ask(teacher, 'GET', `/api/scorm/${scorm.id}/results`)).body
    expect(results).toMatchObject([{ ...state, item: 'I1', user: { id: student.id } }])
    expect((await ask(student, 'GET', `/api/lessons/${lesson.id}`)).body.lesson.read).toBe(true)
  })

  it('is refused in an archived course', async () => {
    const { list, report, course } = await school()
    await updateCourse(db, course.id, { status: 'archived' })
    expect((await report({ completed: true })).status).toBe(409)
    expect((await list()).items[0].state).toBeNull()
  })

  it('makes a package remember no more than a lesson may at once', async () => {
    const items = Array.from({ length: 21 }, (_, nth) => ({ id: `I${nth + 1}`, title: 'А', href: 'a.html' }))
    const { report } = await school(await zipOf({ 'imsmanifest.xml': manifestOf('1.2', items), 'a.html': 'x' }))
    const data = 'x'.repeat(200_000)
    const sent = await Promise.all(items.map(({ id }) => report({ item: id, data })))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(20)
    const kept = items[sent.findIndex(({ status }) => status === 200)]?.id
    const left = items[sent.findIndex(({ status }) => status === 422)]?.id
    expect((await report({ item: kept, data })).status).toBe(200)
    expect((await report({ item: left, data: 'x' })).status).toBe(422)
    expect((await report({ item: left, completed: true, data: '' })).status).toBe(200)
  })

  it('of an unknown part, or with a wrong score, changes nothing', async () => {
    const { list, report } = await school()
    for (const wrong of [
      { item: 'I2' },
      { score: 101 },
      { score: -1 },
      { data: 'x'.repeat(200_001) },
      { completed: 'yes' },
    ])
      expect((await report(wrong)).status).toBe(422)
    expect((await list()).items[0].state).toBeNull()
  })
})

describe('a copied course', () => {
  it('has its packages, without results', async () => {
    const { ask, teacher, course, report } = await school()
    await report({ completed: true })
    const copy = (await ask(teacher, 'POST', `/api/courses/${course.id}/copy`, {})).body.course
    const [lesson] = copy.lessons
    const [scorm] = (await ask(teacher, 'GET', `/api/lessons/${lesson.id}/scorm`)).body.packages
    expect((await call('GET', scorm.items[0].url)).body).toContain('<h1>Цвет</h1>')
    expect((await ask(teacher, 'GET', `/api/scorm/${scorm.id}/results`)).body.results).toEqual([])
  })
})

describe('a file that is no package', () => {
  /** A package whose end says that it has this many files (APPNOTE 6.3.10, § 4.3.16). */
  const claimingEntries = async (count: number) => {
    const bytes = await scormZip()
    for (const place of [8, 10]) bytes.writeUInt16LE(count, bytes.length - 22 + place)
    return bytes
  }
  const read = async (bytes: Buffer) => {
    const { id } = await signedIn({ role: 'teacher' })
    return readPackage(files, await buildFile(db, files, { user_id: id, name: 'a.zip', bytes }))
  }
  it.each([
    ['no ZIP', Buffer.from('hello'), /не открывается как ZIP/],
    ['a cut ZIP', async () => (await scormZip()).subarray(0, -40), /не открывается как ZIP/],
    ['no manifest', () => zipOf({ 'a.html': 'x' }), /нет файла imsmanifest.xml/],
    ['a manifest with nothing', () => zipOf({ 'imsmanifest.xml': '<manifest/>' }), /ни одной страницы/],
    ['a manifest that is no XML', () => zipOf({ 'imsmanifest.xml': '\u0000<<<&&&' }), /ни одной страницы/],
    [
      'a deep manifest',
      () => zipOf({ 'imsmanifest.xml': `${'<a>'.repeat(20_000)}${'</b>'.repeat(30_000)}` }),
      /сложный/,
    ],
    ['a manifest of many elements', () => zipOf({ 'imsmanifest.xml': '<a/>'.repeat(50_001) }), /сложный/],
    ['a manifest of many attributes', () => zipOf({ 'imsmanifest.xml': `<a ${'b="" '.repeat(1001)}/>` }), /сложный/],
    ['a huge manifest', () => zipOf({ 'imsmanifest.xml': ' '.repeat(5_000_000) }), /слишком большой/],
    ['many files', () => claimingEntries(10_001), /больше 10000/],
  ])('is refused: %s', async (_name, bytes, message) => {
    await expect(read(typeof bytes === 'function' ? await bytes() : bytes)).rejects.toMatchObject({
      fields: { file_id: [expect.stringMatching(message)] },
    })
  })

  it('is refused when a name leads out of it', async () => {
    const zip = await zipOf({ 'imsmanifest.xml': manifestOf('1.2', []), 'aa/evil.txt': 'x' })
    const bytes = Buffer.from(zip.toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1')
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused when a name is none for the database', async () => {
    const zip = await scormZip()
    const bytes = Buffer.from(zip.toString('latin1').replaceAll('style.css', 'style\0css'), 'latin1')
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a manifest', () => {
  it('keeps the order and titles of nested parts, their parameters and folders; assets report nothing', async () => {
    const manifest = await readManifest(`<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
      <metadata><schemaversion>CAM 1.3</schemaversion></metadata>
      <organizations default="B"><organization identifier="A"><title>Другая</title></organization>
      <organization identifier="B"><title> Курс
        о цвете </title>
        <item identifier="1"><title>Глава</title>
          <item identifier="2" identifierref="r2" parameters="?page=2"><title>Часть</title></item></item>
        <item identifier="3" identifierref="r3"/>
        <item identifier="4" identifierref="gone"><title>Нет страницы</title></item>
      </organization></organizations>
      <resources xml:base="base/"><resource identifier="r2" xml:base="in/" adlcp:scormType="sco" href="a.html?x=1"/>
      <resource identifier="r3" adlcp:scormType="asset" href="b.pdf"/></resources></manifest>`)
    expect(manifest).toEqual({
      title: 'Курс о цвете',
      version: '2004',
      items: [
        { id: '2', title: 'Часть', href: 'base/in/a.html?x=1&page=2', reports: true },
        { id: '3', title: 'Без названия', href: 'base/b.pdf', reports: false },
      ],
    })
  })

  it('has texts that the database can store, wherever they are cut', async () => {
    const title = `${'я'.repeat(199)}😀`
    const manifest = manifestOf('1.2', [
      { id: 'I\u00001', title, href: 'a.html' },
      { id: 'I2', title: 'Цвет\u0000а', href: 'a\u0000b.html' },
      { id: 'I3', title: 'Цвет\u0000а', href: 'b.html' },
    ])
      .replace('Цвет &amp; контраст', `Курс\u0000 ${'я'.repeat(194)}😀`)
      .replace('identifierref="R-I3"', `identifierref="R-I3" parameters="?a=\u0000${'b'.repeat(996)}😀"`)
    const { list } = await school(await zipOf({ 'imsmanifest.xml': manifest, 'a.html': 'x', 'b.html': 'x' }))
    const scorm = await list()
    expect(scorm.title).toBe(`Курс ${'я'.repeat(194)}\ufffd`)
    expect(scorm.items).toMatchObject([
      { id: 'I1', title: `${'я'.repeat(199)}\ufffd` },
      { id: 'I3', title: 'Цвета' },
    ])
  })

  it('has short titles and addresses only', async () => {
    const [long, part] = ['а'.repeat(100_000), (id: string) => `<item identifier="${id}" identifierref="R-${id}"`]
    const { title, items } = await readManifest(
      manifestOf('1.2', [
        ...['long', 'b'].map((id) => ({ id, title: long, href: id === 'long' ? long : 'b.html' })),
        ...Array.from({ length: 300 }, (_, nth) => ({ id: `n${nth}`, title: 'А', href: 'n.html' })),
      ])
        .replace('Цвет &amp; контраст', long)
        .replace(part('b'), `${part('b')} parameters="?${long}"`),
    )
    expect([title.length, items.length, items[0]?.id, items[0]?.title.length]).toEqual([200, 200, 'b', 200])
    expect(items[0]?.href.length).toBeLessThanOrEqual(1500)
  })

  it('does not expand entities of its own', async () => {
    const bomb = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
    const { title } = await readManifest(bomb + manifestOf('1.2', [{ id: 'a', title: '&b;', href: 'a.html' }]))
    expect(title).toBe('Цвет & контраст')
  })
})
