import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { element, importingMoodle, moodleActivity, moodleFile } from '#server/imports/moodle.fixture.ts'
import { scormZip } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { call, db } = app
const teacher = await app.signedIn({ role: 'teacher' })
const { imported, lessonsOf, get } = importingMoodle(app, teacher)

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()

describe('a backup of Moodle', () => {
  it('becomes a draft course with sections and lessons in their order', async () => {
    const made = await imported({
      sections: [
        { id: 20, number: 2, name: '' },
        { id: 10, number: 1, name: 'Сетка', summary: '<p>О разделе</p>' },
        { id: 5, number: 0, name: '' },
      ],
      activities: [
        moodleActivity(1, 'forum', 'Объявления', {}, {}, 5),
        moodleActivity(
          2,
          'page',
          'Введение',
          { content: '<h1>Глава</h1><b>Жирно</b><script>alert(1)</script>', contentformat: 1 },
          {},
          5,
        ),
        moodleActivity(3, 'url', 'Сайт', { externalurl: 'https://a.example/?a=1&b=2' }, { visible: 0 }),
        moodleActivity(4, 'label', 'Надпись', { intro: '<p>Перед тестом</p>' }, {}, 20),
        moodleActivity(
          5,
          'page',
          'Лист',
          { content: 'раз\n\nдва', contentformat: 2 },
          { availability: '{"c":[{"type":"date"}]}' },
          20,
        ),
      ],
    })
    const { course, lessons: found } = await lessonsOf(made.course_id)
    expect([course.name, course.status.slug, course.content]).toEqual([
      'Типографика',
      'draft',
      '<p>О <strong>курсе</strong></p>',
    ])
    expect(course.sections.map(({ name }: { name: string }) => name)).toEqual(['Сетка', 'Тема 2'])
    expect(found.map(({ name, status, content }) => [name, status.slug, content])).toEqual([
      ['Введение', 'published', '<h2>Глава</h2><strong>Жирно</strong>'],
      ['Сайт', 'draft', expect.stringContaining('<p>О разделе</p><p><a href="https://a.example/?a=1&amp;b=2"')],
      ['Лист', 'published', '<p>Перед тестом</p><p>раз</p><p>два</p>'],
    ])
    expect(made.warnings).toEqual(['Форум «Объявления» не перенесён.', 'Урок «Лист»: условия доступа не перенесены.'])
  })

  it('keeps the files of its texts, formulas and chapters', async () => {
    const content = [
      '<p><img src="@@PLUGINFILE@@/pics/%D1%81%D0%B5%D1%82%D0%BA%D0%B0.png?time=1" alt="Сетка"> и \\(a^2 < b\\)</p><p>$$E=mc^2$$</p>',
      '<p><a href="@@PLUGINFILE@@/a.pdf">скачать</a>, <a href="$@PAGEVIEWBYID*7@$">туда</a>, <img src="@@PLUGINFILE@@/no.png" alt=""></p>',
      `<p><img src="data:image/png;base64,${picture.toString('base64')}" alt=""></p><pre>\\(code\\)</pre>`,
      '<video controls><source src="@@PLUGINFILE@@/a.mp4">нет видео</video><iframe src="//video.example/1"></iframe>',
    ].join('')
    const chapter = (id: number, title: string, values = {}) =>
      element('chapter', id, {
        pagenum: id,
        subchapter: 0,
        title,
        content: `<p>Текст ${id}</p>`,
        contentformat: 1,
        hidden: 0,
        ...values,
      })
    const made = await imported({
      activities: [
        moodleActivity(1, 'page', 'Лист', { content, contentformat: 1 }),
        moodleActivity(2, 'book', 'Книга', {
          intro: '<p>О книге</p>',
          chapters: [
            chapter(1, 'Первая'),
            chapter(2, 'Часть', { subchapter: 1 }),
            chapter(3, 'Тайная', { hidden: 1 }),
            chapter(4, 'Вторая'),
          ],
        }),
        moodleActivity(3, 'resource', 'Схема'),
        moodleActivity(4, 'folder', 'Папка'),
        moodleActivity(5, 'scorm', 'Пакет'),
      ],
      files: [
        moodleFile(1, 'mod_page', 'content', 'сетка.png', { filepath: '/pics/', bytes: picture }),
        moodleFile(1, 'mod_page', 'content', 'a.pdf'),
        moodleFile(1, 'mod_page', 'content', 'a.mp4'),
        moodleFile(3, 'mod_resource', 'content', 'схема.png', { bytes: picture }),
        moodleFile(4, 'mod_folder', 'content', 'b.txt', { filepath: '/глубже/' }),
        moodleFile(4, 'mod_folder', 'content', 'a.txt'),
        moodleFile(5, 'mod_scorm', 'package', 'p.zip', { bytes: await scormZip() }),
        moodleFile(9, 'user', 'draft', 'чужой.txt'),
      ],
    })
    const { lessons: found } = await lessonsOf(made.course_id)
    expect(found.map(({ name, status }) => [name, status.slug])).toEqual([
      ['Лист', 'published'],
      ['Книга. Первая', 'published'],
      ['Книга. Тайная', 'draft'],
      ['Книга. Вторая', 'published'],
      ['Схема', 'published'],
      ['Папка', 'published'],
      ['Пакет', 'published'],
    ])
    const [page, first, , second, scheme, folder, scorm] = found
    expect(page.content).toMatch(
      /<img src="\/files\/[0-9a-f]{32}[^>]* alt="Сетка"[^>]*> и <span data-type="inline-math" data-latex="a\^2 &lt; b">/,
    )
    expect(page.content).toContain('<div data-type="block-math" data-latex="E=mc^2"></div>')
    expect(page.content).toMatch(/<a data-type="file" href="\/files\/[^>]*>a\.pdf<\/a>, туда, /)
    expect(page.content).toMatch(/<video src="\/files\/[^>]*data-name="a\.mp4"/)
    expect(page.content).toContain('href="https://video.example/1"')
    expect(page.content).toContain('<pre>\\(code\\)</pre>')
    expect(page.content.match(/<img /g)).toHaveLength(2)
    expect(first.content).toBe('<p>О книге</p><p>Текст 1</p><h2>Часть</h2><p>Текст 2</p>')
    expect(second.content).toBe('<p>Текст 4</p>')
    expect(scheme.content).toMatch(/<p><img src="\/files\//)
    expect(folder.content).toMatch(/a\.txt<\/a><\/p><p><strong>глубже<\/strong><\/p><p><a[^>]*>b\.txt/)
    expect((await get(`/api/lessons/${scorm.id}/scorm`)).packages).toHaveLength(1)
    expect(made.warnings).toEqual([
      'Урок «Лист»: ссылки на другие части курса Moodle стали текстом.',
      'Урок «Лист»: нет картинки «no.png».',
    ])
  })

  it('has assignments with their dates and points', async () => {
    const config = (plugin: string, name: string, value: string) =>
      element('plugin_config', 1, { plugin, subtype: 'assignsubmission', name, value })
    const made = await imported({
      activities: [
        moodleActivity(1, 'assign', 'Плакат', {
          intro: '<p>Сделайте</p>',
          activity: '<p>и сдайте</p>',
          activityformat: 1,
          grade: 50,
          duedate: 1_893_456_000,
          cutoffdate: 1_893_542_400,
          plugin_configs: [
            config('file', 'enabled', '1'),
            config('file', 'filetypeslist', '.pdf,.PNG'),
            config('file', 'maxsubmissionsizebytes', '1048576'),
          ],
        }),
        moodleActivity(2, 'assign', 'Шкала', {
          grade: -2,
          duedate: 0,
          teamsubmission: 1,
          plugin_configs: [config('file', 'filetypeslist', 'document')],
        }),
      ],
      files: [moodleFile(1, 'mod_assign', 'introattachment', 'пример.pdf')],
    })
    const { lessons: found } = await lessonsOf(made.course_id)
    expect(found[0].assignment).toMatchObject({
      due_at: '2030-01-01T00:00:00.000Z',
      closes_at: '2030-01-02T00:00:00.000Z',
      kinds: ['files'],
      file_types: ['.pdf', '.png'],
      max_file_size: 1_048_576,
      criteria: [{ name: 'Оценка', points: 50 }],
      text: expect.stringMatching(/^<p>Сделайте<\/p><p>и сдайте<\/p><p><a data-type="file"[^>]*>пример\.pdf/),
    })
    expect(found[1].assignment).toMatchObject({ due_at: null, criteria: [], kinds: ['text', 'files'], file_types: [] })
    expect(made.warnings).toHaveLength(3)
  })

  it('adds drafts to a course, and goes away when it is undone', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const made = await imported({ activities: [moodleActivity(1, 'page', 'Лист', { content: 'а' })] }, course.id)
    const { lessons: found } = await lessonsOf(course.id)
    expect(found.map(({ name, status }) => [name, status.slug])).toEqual([['Лист', 'draft']])
    expect((await call('DELETE', `/api/imports/${made.id}`, { token: teacher.token })).status).toBe(204)
    expect((await lessonsOf(course.id)).course).toMatchObject({ lessons: [], sections: [] })
  })
})
