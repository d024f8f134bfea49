import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchResult } from '#contract/search/search.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { setRequirements } from '#server/lessons/reading.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()

type Reader = Awaited<ReturnType<typeof signedIn>>

const results = async ({ token }: Reader, query: string, rest = ''): Promise<SearchResult[]> => {
  const { status, body } = await call('GET', `/api/search?q=${encodeURIComponent(query)}${rest}`, { token })
  expect(status).toBe(200)
  return body.results
}
const titles = async (reader: Reader, query: string, rest = '') =>
  (await results(reader, query, rest)).map(({ kind, title }) => `${kind}: ${title}`)

const student = await signedIn({ name: 'Вера', surname: 'Соколова' })
const stranger = await signedIn({ name: 'Тихон', surname: 'Посторонний' })
const teacher = await signedIn({ name: 'Пётр', surname: 'Ёлкин', role: 'teacher' })
const otherTeacher = await signedIn({ name: 'Семён', surname: 'Дальний', role: 'teacher' })
const curator = await signedIn({ name: 'Анна', surname: 'Кураторова', role: 'curator' })
const readers = { student, stranger, teacher, otherTeacher, curator }

const ids = { lesson: 0, task: 0 }

beforeAll(async () => {
  const course = await buildCourse(db, {
    name: 'Журнальная вёрстка',
    summary: 'Маяк для новичков',
    teachers: [teacher.id],
    students: [student.id],
  })
  const lesson = (name: string, rest: object = {}) =>
    buildLesson(db, { course_id: course.id, name, content: '', ...rest })
  const grid = await lesson('Модульная сетка маяка', { content: '<p>Считаем <b>колонки</b> и поля.</p>' })
  ids.lesson = grid.id
  await lesson('Черновой маяк', { status: 'draft' })
  await lesson('Завтрашний маяк', { publish_at: '2099-01-01T00:00:00Z' })
  await lesson('Удалённый маяк', { deleted_at: new Date().toISOString() })
  const locked = await lesson('Запертый маяк', { content: '<p>Тайное слово: гиппопотам.</p>' })
  await setRequirements(db, locked.id, [{ lesson_id: grid.id, needs: 'accepted' }])
  const assignment = await buildAssignment(db, { lesson_id: grid.id })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово</p>', hoursAgo: 2 }],
  })
  ids.task = task.id
  const begun = await lesson('Плакат маяка')
  const poster = await buildAssignment(db, { lesson_id: begun.id })
  await buildTask(db, { assignment_id: poster.id, students: [student.id], draft: '<p>Начала</p>' })

  const draft = await buildCourse(db, {
    name: 'Черновой курс маяка',
    status: 'draft',
    teachers: [teacher.id],
    students: [student.id],
  })
  await buildLesson(db, { course_id: draft.id, name: 'Урок чернового маяка' })
  const gone = await buildCourse(db, { name: 'Удалённый курс маяка', teachers: [teacher.id], students: [student.id] })
  await buildLesson(db, { course_id: gone.id, name: 'Урок удалённого маяка' })
  await updateCourse(db, gone.id, { deleted_at: new Date().toISOString() })
  const foreign = await buildCourse(db, {
    name: 'Чужой курс маяка',
    teachers: [otherTeacher.id],
    students: [stranger.id],
  })
  await buildLesson(db, { course_id: foreign.id, name: 'Чужой урок маяка' })

  const project = (name: string, rest: object = {}) =>
    buildProject(db, { authors: [student.id], name, summary: '', content: '', ...rest })
  await project('Проект маяк')
  await project('Маяк для школы', { visibility: 'school' })
  await project('Маяк по ссылке', { visibility: 'link', link_key: 'key' })
  await project('Скрытый маяк', { status: 'hidden' })
  await project('Набросок маяка', { status: 'draft' })
  await project('Стёртый маяк', { deleted_at: new Date().toISOString() })

  await buildUser(db, { name: 'Ушедшая', surname: 'Маякова', active: false })
})

describe('each person finds what they may see', () => {
  const own = ['lesson: Модульная сетка маяка', 'lesson: Запертый маяк', 'lesson: Плакат маяка']
  const unopened = ['lesson: Черновой маяк', 'lesson: Завтрашний маяк', 'lesson: Урок чернового маяка']
  const foreign = ['course: Чужой курс маяка', 'lesson: Чужой урок маяка']
  const gallery = ['project: Проект маяк', 'project: Маяк для школы']
  const handedIn = 'task: Модульная сетка маяка'
  const course = 'course: Журнальная вёрстка'
  const draft = 'course: Черновой курс маяка'
  it.each([
    [
      'student',
      [
        course,
        ...own,
        handedIn,
        'task: Плакат маяка',
        ...gallery,
        'project: Маяк по ссылке',
        'project: Скрытый маяк',
        'project: Набросок маяка',
      ],
    ],
    ['stranger', [...foreign, ...gallery]],
    ['teacher', [course, draft, ...own, ...unopened, handedIn, ...gallery]],
    ['otherTeacher', [...foreign, ...gallery]],
    ['curator', [course, draft, ...foreign, ...own, ...unopened, handedIn, 'user: Ушедшая Маякова', ...gallery]],
  ] as const)('%s', async (who, found) => {
    expect((await titles(readers[who], 'маяк', '&limit=50')).toSorted()).toEqual([...found].sort())
  })

  it.each([
    ['student', 'ёлкин', ['user: Пётр Ёлкин']],
    ['student', 'соколова', ['user: Вера Соколова']],
    ['student', 'посторонний', []],
    ['student', 'дальний', []],
    ['student', 'кураторова', []],
    ['stranger', 'соколова', []],
    ['teacher', 'соколова', ['user: Вера Соколова']],
    ['teacher', 'посторонний', []],
    ['otherTeacher', 'соколова', []],
    ['curator', 'посторонний', ['user: Тихон Посторонний']],
    ['curator', 'ёлкин', ['user: Пётр Ёлкин']],
  ] as const)('%s looks for the person «%s»', async (who, query, found) => {
    expect(await titles(readers[who], query, '&kinds=user')).toEqual(found)
  })

  it('finds a text only where it can be read', async () => {
    expect(await titles(student, 'гиппопотам')).toEqual([])
    expect(await titles(student, 'гипопотам')).toEqual([])
    expect(await titles(stranger, 'гиппопотам')).toEqual([])
    expect(await titles(teacher, 'гиппопотам')).toEqual(['lesson: Запертый маяк'])
    expect(await titles(student, 'колонка')).toEqual(['lesson: Модульная сетка маяка'])
  })

  it('corrects nothing towards names that the reader does not see', async () => {
    expect(await titles(student, 'чирновой')).toEqual([])
    expect(await titles(teacher, 'чирновой', '&kinds=lesson')).toEqual([
      'lesson: Урок чернового маяка',
      'lesson: Черновой маяк',
    ])
  })
})

it('leads to the page of each reader', async () => {
  const [forStudent] = await results(student, 'сетка', '&kinds=task')
  expect(forStudent).toEqual({
    kind: 'task',
    id: ids.task,
    title: 'Модульная сетка маяка',
    note: 'На проверке · Журнальная вёрстка',
    url: `/lessons/${ids.lesson}?work`,
  })
  const [forTeacher] = await results(teacher, 'соколова сетка', '&kinds=task')
  expect(forTeacher).toMatchObject({
    id: ids.task,
    note: 'Вера Соколова · На проверке · Журнальная вёрстка',
    url: `/tasks?task=${ids.task}&status=all`,
  })
  expect(await results(teacher, 'модульная', '&kinds=lesson')).toEqual([
    {
      kind: 'lesson',
      id: ids.lesson,
      title: 'Модульная сетка маяка',
      note: 'Журнальная вёрстка',
      url: `/lessons/${ids.lesson}`,
    },
  ])
})

describe('words', () => {
  it.each([
    ['сетки', 'Модульная сетка маяка'],
    ['модульными сетками', 'Модульная сетка маяка'],
    ['модул', 'Модульная сетка маяка'],
    ['мо', 'Модульная сетка маяка'],
    ['МОДУЛЬНАЯ', 'Модульная сетка маяка'],
    ['сетка для маяка', 'Модульная сетка маяка'],
    ['модульнай сетка', 'Модульная сетка маяка'],
    ['запиртый', 'Запертый маяк'],
    ['запретый', 'Запертый маяк'],
    ['плкат', 'Плакат маяка'],
  ])('«%s» finds «%s»', async (query, name) => {
    expect(await titles(student, query, '&kinds=lesson')).toContain(`lesson: ${name}`)
  })

  it.each(['не для', 'что не', 'ещё или уже'])('«%s» does not find everything', async (query) => {
    for (const reader of Object.values(readers)) expect(await titles(reader, query, '&limit=50')).toEqual([])
  })

  it('ignores words of function beside others', async () => {
    for (const query of ['сетка не для', 'что сетка', 'и что за сетка'])
      expect(await titles(student, query, '&kinds=lesson,task'), query).toEqual([
        'lesson: Модульная сетка маяка',
        'task: Модульная сетка маяка',
      ])
  })

  it.each(['верстка', 'вёрстка', 'вёрстку', 'верстки', 'вирстка'])('«%s» finds the course with ё', async (query) => {
    expect(await titles(student, query, '&kinds=course')).toEqual(['course: Журнальная вёрстка'])
  })

  it.each(['елкин', 'Ёлкин Пётр', 'петр', 'ёлки', 'ёлкн'])('«%s» finds the teacher', async (query) => {
    expect(await titles(student, query, '&kinds=user')).toEqual(['user: Пётр Ёлкин'])
  })

  it('finds by an address only for curators', async () => {
    const { email } = await buildUser(db, { email: 'strannyj.adres@example.com', name: 'Ольга', surname: 'Почтова' })
    expect(await titles(curator, email, '&kinds=user')).toEqual(['user: Ольга Почтова'])
    const own = await buildUser(db, { email: 'drugoj.adres@example.com', name: 'Ольга', surname: 'Письмова' })
    await buildCourse(db, { teachers: [teacher.id], students: [own.id] })
    expect(await titles(teacher, own.email)).toEqual([])
    expect(await titles(teacher, 'письмова', '&kinds=user')).toEqual(['user: Ольга Письмова'])
  })

  it('follows changes of a lesson', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const { id } = await buildLesson(db, { course_id: course.id, name: 'Прежний заголовок' })
    const body = { name: 'Новейший', content: '<p>Аксонометрия</p>' }
    expect((await call('PUT', `/api/lessons/${id}`, { token: teacher.token, body })).status).toBe(200)
    expect(await titles(teacher, 'прежний')).toEqual([])
    expect(await titles(teacher, 'аксонометрии')).toEqual(['lesson: Новейший'])
  })
})

describe('people', () => {
  it('are found by a new name at once, and no longer by the old one', async () => {
    const { id } = await buildUser(db, { name: 'Прасковья', surname: 'Прежнева' })
    await buildProject(db, { authors: [id], name: 'Кораблик', summary: '', content: '' })
    const everywhere = async (query: string) => {
      const listed = await call('GET', `/api/users?search=${encodeURIComponent(query)}`, { token: curator.token })
      const gallery = await call('GET', `/api/projects?search=${encodeURIComponent(query)}`)
      return {
        found: await titles(curator, query),
        listed: listed.body.users.map(({ surname }: { surname: string }) => surname),
        projects: gallery.body.projects.map(({ name }: { name: string }) => name),
      }
    }
    const both = (surname: string) => ({
      found: [`user: Прасковья ${surname}`, 'project: Кораблик'],
      listed: [surname],
      projects: ['Кораблик'],
    })
    expect(await everywhere('прежнева')).toEqual(both('Прежнева'))
    const body = { name: 'Прасковья', surname: 'Щёголева' }
    expect((await call('PUT', `/api/users/${id}`, { token: curator.token, body })).status).toBe(200)
    expect(await everywhere('прежнева')).toEqual({ found: [], listed: [], projects: [] })
    expect(await everywhere('щеголева')).toEqual(both('Щёголева'))
    expect(await everywhere('щегалева')).toEqual(both('Щёголева'))
  })

  it('are found by each word in any of what the reader sees, which a search of two words adds up', async () => {
    await buildUser(db, { name: 'Евдокия', surname: 'Чащина', patronymic: 'Фёдоровна', login: 'chaschina47' })
    await buildUser(db, { name: 'Евдокия', surname: 'Шумская' })
    const found = ['user: Евдокия Чащина']
    for (const query of ['чащина евдокия', 'евдокия фёдоровна', 'CHASCHINA47', 'ina47 евд', 'чащ']) {
      expect(await titles(curator, query, '&kinds=user')).toEqual(found)
    }
    expect(await titles(curator, 'евдокия', '&kinds=user')).toEqual([...found, 'user: Евдокия Шумская'])
  })

  it('are not found by a Latin letter that looks like a Russian one or a digit that replaces one', async () => {
    await buildUser(db, { name: 'Ульяна', surname: 'Чухрова' })
    for (const query of ['4uhrova', 'uhrov', '4у', 'cuhrova', 'ч4'])
      expect(await titles(curator, query, '&kinds=user')).toEqual([])
  })

  it('with a common name are found by it with a typing error, together with a rare one', async () => {
    for (let nth = 0; nth < 70; nth += 1) await buildUser(db, { name: 'Клавдия', surname: 'Обычная' })
    await buildUser(db, { name: 'Клавдия', surname: 'Редкостнова' })
    const found = ['user: Клавдия Редкостнова']
    expect(await titles(curator, 'Клавдмя Редкостнова', '&kinds=user')).toEqual(found)
    expect(await titles(curator, 'редкастнова клавди', '&kinds=user')).toEqual(found)
    const listed = (search: string) =>
      call('GET', `/api/users?search=${encodeURIComponent(search)}`, { token: curator.token })
    expect((await listed('Клавдмя Редкостнова')).body.total).toBe(1)
    expect((await listed('Клавдмя')).body.total).toBe(71)
  })
})

describe('a word that is nowhere as it is written', () => {
  it('is corrected, whatever the other words are', async () => {
    await buildUser(db, { name: 'Степанида', surname: 'Редкостнова' })
    const found = await titles(curator, 'Редкостнова Степанида')
    expect(found).toContain('user: Степанида Редкостнова')
    expect(await titles(curator, 'Редкостнова Степанмда')).toEqual(found)
    expect(await titles(curator, 'Степанмда и Редкостнова')).toEqual(found)
  })

  it('finds by a part of a word, a summary and an address as ever', async () => {
    await buildUser(db, { name: 'Аза', surname: 'Неподалёкова', email: 'zyx-wvu@example.com' })
    const found = ['user: Аза Неподалёкова']
    for (const query of ['подалек', 'zyx-wvu', 'неподалёк аза']) expect(await titles(curator, query)).toEqual(found)
    for (const query of ['zyx-wvu', 'подалек']) expect(await titles(student, query)).toEqual([])
  })
})

describe('the query', () => {
  it('narrows by kinds, in either way to write them', async () => {
    const kinds = async (rest: string) => [...new Set((await results(student, 'маяк', rest)).map(({ kind }) => kind))]
    expect(await kinds('&kinds=lesson,project')).toEqual(['lesson', 'project'])
    expect(await kinds('&kinds=lesson&kinds=project')).toEqual(['lesson', 'project'])
    expect(await kinds('&kinds=')).toEqual(['course', 'lesson', 'task', 'project'])
    expect(await kinds('&kinds=secret,lesson')).toEqual(['lesson'])
    expect(await kinds('&kinds=secret')).toEqual([])
  })

  it.each([
    ['1', 1],
    ['0', 1],
    ['-5', 1],
    ['3', 3],
    ['999999999999999999999', 11],
    ['x', 11],
  ])('brings the limit %s into its range', async (limit, count) => {
    expect(await results(student, 'маяк', `&limit=${limit}`)).toHaveLength(count)
  })

  it('shares a small limit among the kinds', async () => {
    const found = await results(student, 'маяк', '&limit=4')
    expect(found.map(({ kind }) => kind)).toEqual(['course', 'lesson', 'task', 'project'])
  })

  it('finds a title that is exactly so first, whatever its kind', async () => {
    const course = await buildCourse(db, { name: 'Гравюра', summary: 'Офорт и ёлки', students: [student.id] })
    await buildLesson(db, { course_id: course.id, name: 'Офорт: ёлки' })
    await buildLesson(db, { course_id: course.id, name: 'Ещё офорт: ёлки, ёлки' })
    expect(await titles(student, ' офорт:  Елки ')).toEqual([
      'lesson: Офорт: ёлки',
      'lesson: Ещё офорт: ёлки, ёлки',
      'course: Гравюра',
    ])
    expect(await titles(student, 'офорт: елки', '&limit=1')).toEqual(['lesson: Офорт: ёлки'])
    expect((await titles(student, 'офорт')).at(0)).toBe('course: Гравюра')
  })

  it.each(['', '   ', '\u0000', '-', '--', '"', '""', '«»', '%', '_', '-маяк'])('«%s» finds nothing', async (query) => {
    expect(await results(student, query)).toEqual([])
  })

  it.each([
    ['10,000 letters', 'а'.repeat(10_000)],
    ['2,000 words', 'маяк '.repeat(2_000)],
    ['10,000 signs of patterns', '%'.repeat(10_000)],
    ['a regular expression that backtracks', '(a+)+'.repeat(2_000)],
    ['quotes', `"${'"'.repeat(9_998)}`],
    ['10,000 combining marks', 'е\u0301'.repeat(5_000)],
  ])('survives %s', async (_, query) => {
    for (const reader of [student, teacher, curator]) await results(reader, query)
  })

  it.each([
    'маяк & | ! ( ) : * <-> \\',
    "маяк' || ':*",
    "'';--",
    ':*',
    '!!!',
    '((((((',
    '(.*)+$[a-z]{1,}',
    '\\',
    '\\\\',
    "\\'",
    'маяк\u0000маяк',
    '🙂🙂🙂🙂🙂',
    'web-дизайн/верстка.рф',
    'http://example.com/a?b=c',
    'a@b.ru',
  ])('survives %j', async (query) => {
    for (const reader of [student, teacher, curator]) await results(reader, query)
  })

  it('refuses what is no text, and guests', async () => {
    expect((await call('GET', '/api/search?q=a&q=b', { token: student.token })).status).toBe(422)
    expect((await call('GET', '/api/search', { token: student.token })).body).toEqual({ results: [] })
    expect((await call('GET', '/api/search?q=%FF%00%ud8', { token: student.token })).status).toBeLessThan(500)
    expect((await call('GET', '/api/search?q=a')).status).toBe(401)
  })
})
