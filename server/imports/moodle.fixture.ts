import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { escapeHtml } from '#server/content/escape-html.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import type { testApp } from '#server/testing/app.ts'

// written to the format of Moodle's backups: `backup/moodle2` and the `backup` folders of its modules and questions

type App = Awaited<ReturnType<typeof testApp>>

/** A tar of these files, packed as Moodle packs it. */
export const tarGzOf = (
  entries: Record<string, string | Buffer>,
  extra: Parameters<ReturnType<typeof pack>['entry']>[0][] = [],
) => {
  const tar = pack()
  for (const header of extra) tar.entry(header)
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content)
  tar.finalize()
  return buffer(tar.pipe(createGzip()))
}

/** Fields of a record: texts are escaped, lists are records as they are. */
const fields = (values: Record<string, string | number | string[]>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${Array.isArray(value) ? value.join('') : escapeHtml(String(value))}</${name}>`)
    .join('\n')

export const element = (name: string, id: number | string, values: Parameters<typeof fields>[0]) =>
  `<${name} id="${id}">${fields(values)}</${name}>`

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`

interface MoodleActivity {
  id: number
  module: string
  section: number
  name: string
  /** The fields of its own record. */
  values?: Parameters<typeof fields>[0]
  settings?: Parameters<typeof fields>[0]
}

interface MoodleFile {
  contextid: number
  component: string
  filearea: string
  itemid?: number
  filepath?: string
  filename: string
  bytes: Buffer | string
  sortorder?: number
}

/** A question with its answers: text and share of the points. */
export const moodleQuestion = (
  id: number,
  qtype: string,
  {
    name = `Вопрос ${id}`,
    text = `<p>Текст ${id}</p>`,
    answers = [],
    own = '',
    parent = 0,
  }: { name?: string; text?: string; answers?: [string, number, string?][]; own?: string; parent?: number } = {},
) =>
  element('question', id, {
    parent,
    name,
    questiontext: text,
    questiontextformat: 1,
    generalfeedback: `<p>Почему ${id}</p>`,
    generalfeedbackformat: 1,
    defaultmark: '1.0000000',
    qtype,
    [`plugin_qtype_${qtype}_question`]: [
      `<answers>${answers
        .map(([answertext, fraction, feedback = ''], place) =>
          element('answer', id * 100 + place, { answertext, answerformat: 1, fraction: `${fraction}`, feedback }),
        )
        .join('')}</answers>`,
      own,
    ],
    question_hints: [],
    tags: [],
  })

/** `questions.xml` as Moodle 4 writes it: each question is the last version of an entry of the bank. */
export const questionBank = (questions: string[]) =>
  xml(
    `<question_categories>${element('question_category', 1, {
      name: 'Категория',
      question_bank_entries: questions.map((question, place) =>
        element('question_bank_entry', 500 + place, {
          questioncategoryid: 1,
          question_version: [
            element('question_versions', 800 + place, {
              version: 1,
              status: 'ready',
              questions: [moodleQuestion(9000 + place, 'essay')],
            }),
            element('question_versions', 900 + place, { version: 2, status: 'ready', questions: [question] }),
          ],
        }),
      ),
    })}</question_categories>`,
  )

/** `questions.xml` as Moodle 2 and 3 write it. */
export const questionList = (questions: string[]) =>
  xml(`<question_categories>${element('question_category', 1, { name: 'Категория', questions })}</question_categories>`)

/** A backup of a course by its entries. */
export const moodleBackup = ({
  sections = [{ id: 10, number: 1, name: 'Тема' }],
  activities = [],
  files = [],
  questions = questionBank([]),
  extra = {},
}: {
  sections?: { id: number; number: number; name: string; summary?: string }[]
  activities?: MoodleActivity[]
  files?: MoodleFile[]
  questions?: string
  extra?: Record<string, string | Buffer>
} = {}): Record<string, string | Buffer> => {
  const kept = files.map((file) => ({ ...file, contenthash: createHash('sha1').update(file.bytes).digest('hex') }))
  return {
    'moodle_backup.xml': xml(
      `<moodle_backup><information>${fields({
        original_course_fullname: 'Курс Moodle',
        contents: [
          `<activities>${activities
            .map(
              ({ id, section, module, name }) =>
                `<activity>${fields({ moduleid: id, sectionid: section, modulename: module, title: name, directory: `activities/${module}_${id}` })}</activity>`,
            )
            .join('')}</activities>`,
          `<sections>${sections
            .map(
              ({ id, name }) =>
                `<section>${fields({ sectionid: id, title: name, directory: `sections/section_${id}` })}</section>`,
            )
            .join('')}</sections>`,
        ],
      })}</information></moodle_backup>`,
    ),
    'course/course.xml': xml(
      `<course id="3" contextid="30">${fields({ fullname: 'Типографика', summary: '<p>О <b>курсе</b></p>', summaryformat: 1, format: 'topics' })}</course>`,
    ),
    'users.xml': xml('<users><user id="2"><username>ivanov</username></user></users>'),
    ...Object.fromEntries(
      sections.map(({ id, number, name, summary = '' }) => [
        `sections/section_${id}/section.xml`,
        xml(
          element('section', id, {
            number,
            name: name || '$@NULL@$',
            summary,
            summaryformat: 1,
            visible: 1,
            sequence: activities
              .filter(({ section }) => section === id)
              .map((one) => one.id)
              .join(','),
          }),
        ),
      ]),
    ),
    ...Object.fromEntries(
      activities.flatMap(({ id, module, name, values = {}, settings = {} }) => [
        [
          `activities/${module}_${id}/${module}.xml`,
          xml(
            `<activity id="${id}" moduleid="${id}" modulename="${module}" contextid="${id}00">${element(module, id, { name, intro: '', introformat: 1, ...values })}</activity>`,
          ),
        ],
        [
          `activities/${module}_${id}/module.xml`,
          xml(element('module', id, { modulename: module, visible: 1, availability: '$@NULL@$', ...settings })),
        ],
      ]),
    ),
    'files.xml': xml(
      `<files>${kept
        .map(({ bytes: _, itemid = 0, filepath = '/', sortorder = 0, ...file }, place) =>
          element('file', place + 1, { ...file, itemid, filepath, sortorder }),
        )
        .join('')}</files>`,
    ),
    'questions.xml': questions,
    ...Object.fromEntries(
      kept.map(({ contenthash, bytes }) => [`files/${contenthash.slice(0, 2)}/${contenthash}`, bytes]),
    ),
    ...extra,
  }
}

/** An activity of a section, with the fields of its own record and of its settings. */
export const moodleActivity = (
  id: number,
  module: string,
  name: string,
  values: MoodleActivity['values'] = {},
  settings: MoodleActivity['settings'] = {},
  section = 10,
): MoodleActivity => ({ id, module, section, name, values, settings })

/** A file of an activity. */
export const moodleFile = (
  of: number,
  component: string,
  filearea: string,
  filename: string,
  values: Partial<MoodleFile> = {},
): MoodleFile => ({ contextid: of * 100, component, filearea, filename, bytes: `файл ${filename}`, ...values })

/** What a test of such backups does again and again, as this teacher. */
export const importingMoodle = (app: App, teacher: { id: number; token: string }) => {
  const { run } = importing(app)
  const get = async (path: string) => (await app.call('GET', path, { token: teacher.token })).body
  return {
    get,
    /** Imports a backup, packed as Moodle packs it. */
    imported: async (backup: Parameters<typeof moodleBackup>[0], course?: number) => {
      const bytes = await tarGzOf(moodleBackup(backup))
      const made = await run(teacher, 'moodle', { bytes, name: 'копия.mbz', ...(course ? { course } : {}) })
      if (made.status !== 'done') throw new Error(made.warnings[0])
      return made
    },
    /** A course with its lessons in their order. */
    lessonsOf: async (courseId: number) => {
      const { course } = await get(`/api/courses/${courseId}`)
      const lessons = []
      for (const { id } of course.lessons) lessons.push((await get(`/api/lessons/${id}`)).lesson)
      return { course, lessons }
    },
  }
}
