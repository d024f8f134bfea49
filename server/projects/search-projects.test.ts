import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { galleryPage } from '#server/projects/projects.pages.ts'
import { matchesSearch } from '#server/projects/search-projects.repo.ts'
import { searchWords } from '#server/search/search-words.ts'
import { literal } from '#server/search/word-query.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, deps, call, signedIn } = await testApp()

const search = async (query: string, rest = '', token?: string) => {
  const path = `/api/projects?search=${encodeURIComponent(query)}${rest}`
  const { status, body } = await call('GET', path, token ? { token } : {})
  expect(status).toBe(200)
  return { names: body.projects.map(({ name }: ProjectCard) => name), close: body.close, total: body.total }
}

let courseId = 0

beforeAll(async () => {
  const vera = await signedIn({ name: 'Вера', surname: 'Соколова' })
  const pyotr = await signedIn({ name: 'Пётр', surname: 'Ёлкин' })
  const build = (name: string, rest: Partial<Parameters<typeof buildProject>[1]> = {}) =>
    buildProject(db, {
      authors: [vera.id],
      name,
      summary: '',
      content: '',
      published_at: '2025-03-01T00:00:00Z',
      ...rest,
    })
  await build('Плакат о трамвае', { tags: ['шрифт', 'город'] })
  await build('Ёлочные игрушки', { summary: 'Вырезали из бумаги', tags: ['Шрифт', 'бумага'] })
  await build('Атлас', { content: '<p>Трамваи ходили <b>быстро</b>, а плакаты висели.</p>', authors: [pyotr.id] })
  await build('Web-дизайн каталога', { tags: ['вёрстка'], published_at: '2024-12-31T23:59:59Z' })
  await build('Закрытый плакат', { visibility: 'school', tags: ['тайна'] })
  await build('Плакат для своих', { visibility: 'link', link_key: 'key' })

  const course = await buildCourse(db, { name: 'Шрифт' })
  courseId = course.id
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const task = await buildTask(db, { assignment_id: assignment.id, students: [vera.id] })
  await build('Из курса', { task_id: task.id })
})

describe('words', () => {
  it.each([
    ['плакаты', ['Плакат о трамвае', 'Атлас']],
    ['плакатами трамваев', ['Плакат о трамвае', 'Атлас']],
    ['игрушка', ['Ёлочные игрушки']],
    ['елочная', ['Ёлочные игрушки']],
    ['ЁЛОЧНЫЕ', ['Ёлочные игрушки']],
    ['вырезать', ['Ёлочные игрушки']],
    ['трамвай для плаката', ['Плакат о трамвае', 'Атлас']],
    ['елкин', ['Атлас']],
    ['пётр атлас', ['Атлас']],
    ['верстка', ['Web-дизайн каталога']],
    ['web-дизайн', ['Web-дизайн каталога']],
    ['"плакат о трамвае"', ['Плакат о трамвае']],
    ['плакат -атлас', ['Плакат о трамвае']],
  ])('%s', async (query, expected) => {
    const { names, close } = await search(query)
    expect(names.toSorted()).toEqual(expected.toSorted())
    expect(close).toBe(false)
  })

  it.each(['не для', 'что "или"', 'для -плакат что', 'ещё или уже'])(
    'of function alone do not find everything: %s',
    async (query) => {
      expect((await search(query)).names).toEqual([])
    },
  )

  it('of function are ignored beside others, wherever they are', async () => {
    for (const query of ['что трамвай', 'не для трамвая', 'трамвай не для', 'что трамвай если']) {
      expect((await search(query)).names.toSorted(), query).toEqual(['Атлас', 'Плакат о трамвае'])
    }
  })

  it('are found while their end is still being typed', async () => {
    for (const typed of ['тра', 'трам', 'трамв', 'трамва', 'трамвай']) {
      expect((await search(typed)).names, typed).toContain('Плакат о трамвае')
    }
    expect((await search('плакат висе')).names).toEqual(['Атлас'])
  })

  it('in the name rank above words in the text', async () => {
    expect((await search('плакат')).names).toEqual(['Плакат о трамвае', 'Атлас'])
  })
})

describe('typing errors', () => {
  it.each([
    ['плокат', 'Плакат о трамвае'],
    ['тромвай', 'Плакат о трамвае'],
    ['игрушик', 'Ёлочные игрушки'],
    ['ёлачные', 'Ёлочные игрушки'],
    ['елкен', 'Атлас'],
    ['катлога', 'Web-дизайн каталога'],
    ['плокатами', 'Плакат о трамвае'],
    ['шрфит', 'Плакат о трамвае'],
    ['блакат', 'Плакат о трамвае'],
    ['плок', 'Плакат о трамвае'],
    ['сколова', 'Плакат о трамвае'],
    ['Ёлкинн', 'Атлас'],
  ])('%s resembles «%s»', async (query, expected) => {
    const { names, close } = await search(query)
    expect(names).toContain(expected)
    expect(close).toBe(true)
  })

  it('of one word leave the others required; when nothing has all of them, one is enough', async () => {
    // the corrected word is searched in the texts, too
    expect(await search('плокат трамвай')).toMatchObject({ names: ['Плакат о трамвае', 'Атлас'], close: true })
    expect(await search('плокат игрушки бумага')).toMatchObject({ total: 3, close: true })
    expect((await search('плокат -атлас')).names).toEqual(['Плакат о трамвае'])
    expect((await search('игрушки несусветное')).names).toEqual(['Ёлочные игрушки'])
  })

  it('without a similar word find nothing', async () => {
    for (const query of ['щхыъ', 'кремний', 'плутония', "'кав''ычка\\"]) {
      expect(await search(query), query).toEqual({ names: [], close: true, total: 0 })
    }
  })

  it('are never corrected to what the reader may not see', async () => {
    const secret = await signedIn({ name: 'Вира', surname: 'Соколава' })
    const build = (name: string, rest: Partial<Parameters<typeof buildProject>[1]>) =>
      buildProject(db, { authors: [secret.id], name, summary: '', content: '', ...rest })
    const closed = [
      await build('Атлаз', { status: 'draft' }),
      await build('Атлаз', { visibility: 'me' }),
      await build('Дизойн', { visibility: 'school' }),
    ]
    expect(await search('атлаз')).toMatchObject({ names: ['Атлас'], close: true })
    expect(await search('соколава')).toMatchObject({ close: true, total: 4 })
    expect((await search('дизойн')).names).toEqual(['Web-дизайн каталога'])
    expect((await search('дизойн', '', secret.token)).names).toEqual(['Дизойн'])
    for (const { id } of closed) await db.execute(sql`delete from projects where id = ${id}`)
  })

  it('are corrected to the current words of projects', async () => {
    const { id } = await signedIn({ name: 'Зоя', surname: 'Ким' })
    const project = await buildProject(db, {
      authors: [id],
      name: 'Аквариум',
      summary: '',
      content: '',
      published_at: '2025-01-01T00:00:00Z',
    })
    expect((await search('окваруим')).names).toEqual(['Аквариум'])
    await db.execute(sql`update projects set name = 'Террариум' where id = ${project.id}`)
    expect((await search('окваруим')).total).toBe(0)
    expect((await search('террарюим')).names).toEqual(['Террариум'])
    await db.execute(sql`delete from projects where id = ${project.id}`)
    const { rows } = await db.execute(sql`select word from project_words where word like 'террар%'`)
    expect(rows).toEqual([])
  })
})

it.each([
  "'",
  "') or 1=1 --",
  '%',
  '_',
  '\\',
  '"',
  '""',
  '«»',
  '-',
  '- -',
  '& | !',
  ':*',
  '<->',
  '()',
  '((',
  'а:*&!б',
  '\u0000',
  '🙂',
  'и',
  'и в на',
  '-и',
  'a'.repeat(200),
  `${'слово '.repeat(30)}`,
])('reads %j as words', async (query) => {
  expect((await call('GET', `/api/projects?search=${encodeURIComponent(query)}`)).status).toBe(200)
  expect((await call('GET', `/api/projects?tag=${encodeURIComponent(query.slice(0, 40))}`)).status).toBe(200)
  const tag = query.replaceAll('\u0000', '').slice(0, 40)
  if (tag) expect([200, 404]).toContain((await call('GET', `/api/projects/tags/${encodeURIComponent(tag)}`)).status)
})

it('reads the search word by word', () => {
  expect(searchWords('Ёлка "белая  ночь" -дождь - сне')).toMatchObject([
    { text: 'елка', phrase: false, unwanted: false, unfinished: false },
    { text: 'белая  ночь', phrase: true },
    { text: 'дождь', unwanted: true },
    { text: '-', unwanted: false },
    { text: 'сне', unfinished: true },
  ])
})

describe('filters', () => {
  it('combine with words', async () => {
    expect((await search('плакат', '&tag=ШРИФТ')).names).toEqual(['Плакат о трамвае'])
    expect((await search('', '&year=2024')).names).toEqual(['Web-дизайн каталога'])
    expect((await search('', `&course_id=${courseId}`)).names).toEqual(['Из курса'])
    expect((await search('плакат', '&year=2024')).total).toBe(0)
    for (const year of ['0', 'x', '1e3', '20255']) {
      expect((await call('GET', `/api/projects?year=${year}`)).status).toBe(422)
      expect((await galleryPage(deps, {}, { year })).answers.gallery.total).toBe((await search('')).total)
    }
  })

  it('are offered with counts, to each reader their own', async () => {
    const { body } = await call('GET', '/api/projects/filters')
    expect(body.filters.tags[0]).toEqual({ name: expect.stringMatching(/^шрифт$/i), count: 2 })
    expect(body.filters.tags.map(({ name }: { name: string }) => name)).not.toContain('тайна')
    expect(body.filters.years).toEqual([
      { year: 2025, count: 4 },
      { year: 2024, count: 1 },
    ])
    expect(body.filters.courses).toEqual([{ id: courseId, name: 'Шрифт', count: 1 }])
    const { token } = await signedIn()
    const own = (await call('GET', '/api/projects/filters', { token })).body.filters
    expect(own.tags.map(({ name }: { name: string }) => name)).toContain('тайна')
  })

  it('by tag show related tags; an unknown tag does not exist', async () => {
    const tag = (name: string, token?: string) =>
      call('GET', `/api/projects/tags/${encodeURIComponent(name)}`, token ? { token } : {})
    expect((await tag('шрифт')).body.tag).toMatchObject({
      count: 2,
      neighbours: [
        { name: 'бумага', count: 1 },
        { name: 'город', count: 1 },
      ],
    })
    expect((await tag('верстка')).body.tag.name).toBe('вёрстка')
    expect((await tag('шриф')).status).toBe(404)
    expect((await tag('тайна')).status).toBe(404)
    expect((await tag('тайна', (await signedIn()).token)).status).toBe(200)
  })
})

it('uses its indexes among thousands of projects', async () => {
  await db.execute(sql`insert into projects (name, summary, tags, content, status, published_at)
    select 'Работа ' || md5(n::text), 'Опись ' || md5((n * 7)::text), array['т' || n % 50], repeat(md5(n::text) || ' ', 20),
      'published', now() - n * interval '1 hour' from generate_series(1, 3000) n`)
  await db.execute(sql`analyze projects`)
  // checks that the index can be used at all; a scan of a few thousand short rows is as quick
  const plan = (condition: string, table = 'projects') =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute(sql.raw(`explain select 1 from ${table} where ${condition}`))
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
  expect(await plan(`search_words @@ plainto_tsquery('russian', 'трамвай')`)).toContain('projects_by_words')
  expect(await plan(`search_text like '%tramvaq%'`)).toContain('projects_by_text')
  expect(await plan(`'tromva' <% spelled(word)`, 'project_words')).toContain('project_words_by_spelling')
  expect(await plan(`search_text like '%elkin%'`, 'users')).toContain('users_by_search_text')
  expect(await plan(`search_name like '%elkin%'`, 'users')).toContain('users_by_search_name')
  expect(await plan(`'elken' <% search_name`, 'users')).toContain('users_by_search_name')
  const searching = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const where = matchesSearch('трамвай для плаката или', literal)
    const { rows } = await tx.execute(sql`explain select 1 from projects where ${where}`)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(searching.match(/projects_by_words/g)).toHaveLength(2)
  // what means nothing is known before the search
  expect(searching).not.toMatch(/numnode|для|Seq Scan on projects/)
  expect((await search('тромвай')).names).toContain('Плакат о трамвае')
  expect((await search('плакаты')).total).toBe(2)
})
