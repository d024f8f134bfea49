import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { courses } from '#server/courses/courses.table.ts'
import { files } from '#server/files/files.table.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import { importingMoodle, moodleActivity, moodleBackup, moodleFile, tarGzOf } from '#server/imports/moodle.fixture.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { zipOf } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db } = app
const teacher = await app.signedIn({ role: 'teacher' })
const { run } = importing(app)
const { imported, get } = importingMoodle(app, teacher)

describe('a hostile backup', () => {
  const counted = async () => [await db.$count(courses), await db.$count(lessons), await db.$count(files)]

  /** An import that fails, and changes nothing but the file that was sent. */
  const refused = async (bytes: Buffer) => {
    const [ofCourses, ofLessons, ofFiles = 0] = await counted()
    const { status, warnings } = await run(teacher, 'moodle', { bytes, name: 'копия.mbz' })
    expect(status).toBe('failed')
    expect(await counted()).toEqual([ofCourses, ofLessons, ofFiles + 1])
    return warnings[0]
  }
  const page = { activities: [moodleActivity(1, 'page', 'Лист', { content: 'а' })] }
  const withXml = (body: string) =>
    tarGzOf(moodleBackup({ ...page, extra: { 'moodle_backup.xml': `<?xml version="1.0"?>${body}` } }))

  it('that is something else is refused', async () => {
    expect(await refused(Buffer.from('<html>'))).toContain('повреждён')
    expect(await refused(await zipOf({ 'a.txt': 'а' }))).toContain('не резервная копия Moodle')
    expect(await refused(gzipSync('просто текст'))).toContain('повреждён')
    expect(await refused(await tarGzOf(moodleBackup()))).toContain('нет ничего, что можно перенести')
  })

  it('that ends too early is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, place) => (place * 7919) % 251))
    const whole = await tarGzOf(moodleBackup({ ...page, extra: { 'files/aa/noise': noise } }))
    for (const part of [0.3, 0.6, 0.95]) {
      expect(await refused(whole.subarray(0, Math.floor(whole.length * part)))).toContain('повреждён')
    }
  })

  it('with names that lead out of it is refused, and its links lead nowhere', async () => {
    expect(await refused(await tarGzOf({ ...moodleBackup(page), '../../out.txt': 'а' }))).toContain('повреждён')
    expect(await refused(await tarGzOf({ ...moodleBackup(page), '/etc/out.txt': 'а' }))).toContain('повреждён')
    const { 'moodle_backup.xml': _, ...rest } = moodleBackup(page)
    const links = await tarGzOf(rest, [{ name: 'moodle_backup.xml', type: 'symlink', linkname: '/etc/passwd' }])
    expect(await refused(links)).toContain('не резервная копия Moodle')
  })

  it('that is a bomb is refused before it fills the disk', async () => {
    const zeros = Buffer.alloc(60 * 2 ** 20)
    expect(await refused(await tarGzOf({ ...moodleBackup(page), a: zeros, b: zeros }))).toContain('сжат подозрительно')
  })

  it('with too many entries is refused', async () => {
    const folders = Array.from({ length: 20_001 }, (_, place) => ({ name: `a${place}/`, type: 'directory' as const }))
    expect(await refused(await tarGzOf(moodleBackup(page), folders))).toContain('больше 20000 файлов')
  })

  it('with XML that is deep, endless or of entities is refused', async () => {
    expect(await refused(await withXml('<a>'.repeat(1000)))).toContain('испорчено')
    expect(await refused(await withXml(`<moodle_backup>${'<a/>'.repeat(500_001)}</moodle_backup>`))).toContain(
      'слишком много',
    )
    const lots = Array.from({ length: 5001 }, (_, place) => `<activity><directory>a${place}</directory></activity>`)
    const many = `<moodle_backup><information><contents><activities>${lots.join('')}</activities></contents></information></moodle_backup>`
    expect(await refused(await withXml(many))).toContain('слишком много элементов')
    const laughs = Array.from(
      { length: 20 },
      (_, place) => `<!ENTITY a${place} "&a${place - 1};&a${place - 1};">`,
    ).join('')
    expect(await refused(await withXml(`<!DOCTYPE a [${laughs}]><moodle_backup>&a19;</moodle_backup>`))).toContain(
      'не резервная копия',
    )
  })

  it('with texts that nest without end, or begin formulas that never end, costs little', async () => {
    const content = `${'<div>'.repeat(100_000)}слово${'\\('.repeat(100_000)}`
    const made = await imported({ activities: [moodleActivity(1, 'page', 'Лист', { content, contentformat: 1 })] })
    expect((await get(`/api/lessons/${made.lesson_ids[0]}`)).lesson.content).toContain('слово')
  })

  it('never reads a file of the server, nor one of others', async () => {
    const secret =
      '<p><img src="@@PLUGINFILE@@/../../../etc/passwd" alt=""><img src="/files/00000000000000000000000000000001" alt=""></p>'
    const files = [{ ...moodleFile(1, 'mod_page', 'content', 'a.png'), filepath: '/../../' }]
    const made = await imported({
      activities: [moodleActivity(1, 'page', 'Лист', { content: secret, contentformat: 1 })],
      files,
    })
    const { content } = (await get(`/api/lessons/${made.lesson_ids[0]}`)).lesson
    expect(content).not.toContain('root:')
    expect(made.status).toBe('done')
  })
})
