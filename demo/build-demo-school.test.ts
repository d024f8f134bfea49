import { expect, test } from 'vitest'
import type { OrganisationOverviewPage } from '#contract/organisation/organisation.api.ts'
import type { OrganisationDocument, OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import type { CheckedName, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { people } from '#demo/content/people.ts'
import { demoFiles } from '#demo/files/files.ts'
import { files, fileUses } from '#server/files/files.table.ts'
import { checkedSection } from '#server/organisation/checked-section.fixture.ts'
import { madeKinds } from '#server/organisation/made-content.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'
import { buildDemoSchool } from './build-demo-school.ts'
import { texts } from './content/texts.fixture.ts'

const { db, deps, call } = await testApp()

const signIn = async (role: 'student' | 'teacher' | 'curator') => {
  const body = { email: `${role}@demo.example`, password: 'demo-password' }
  return (await call('POST', '/api/auth/login', { body })).body.access_token as string
}

const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:src|href)="(\/files\/[^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

const open = async (addresses: string[]) => {
  const responses = await Promise.all(addresses.map((address) => call('GET', address)))
  return responses.map(({ status, headers }) => `${status} ${headers['content-type']}`)
}

test('a build that dies half way leaves nothing, and the next one fills the school once', {
  timeout: 60_000,
}, async () => {
  let written = 0
  const full = {
    ...deps.files,
    write: async (key: string, bytes: Buffer) => {
      written += 1
      if (written > 5) throw new StorageFailure('full', new Error('no space'))
      return deps.files.write(key, bytes)
    },
  }
  await expect(buildDemoSchool({ ...deps, files: full })).rejects.toThrow()
  expect([await db.$count(users), await db.$count(files)]).toEqual([0, 0])

  expect(await buildDemoSchool(deps)).toBe(true)
  expect(await buildDemoSchool(deps)).toBe(false)
  expect(await db.$count(files)).toBe(demoFiles.length + madeKinds.length)
})

test('every file is complete, and used where the content refers to it', async () => {
  const rows = await db.select().from(files)
  expect(rows.filter(({ status }) => status !== 'ready')).toEqual([])
  expect(rows.filter(({ type, width }) => type.startsWith('image/') !== (width !== null))).toEqual([])
  const named = texts.map(({ html, files = [] }) => {
    const keys = [...html.matchAll(/\/files\/\{\{([^{}]*)\}\}/g)].map(([, key]) => key)
    return new Set([...keys, ...files]).size
  })
  expect(await db.$count(fileUses)).toBe(named.reduce((sum, count) => sum + count, madeKinds.length))
})

test('links in lessons, tasks and projects lead to the files they show', async () => {
  const token = await signIn('student')
  const { courses } = (await call('GET', '/api/courses', { token })).body
  const layout = courses.find(({ name }: { name: string }) => name === 'Основы вёрстки')
  const { course } = (await call('GET', `/api/courses/${layout.id}`, { token })).body
  const lessonOf = async (name: string) => {
    const { id } = course.lessons.find((lesson: { name: string }) => lesson.name === name)
    return (await call('GET', `/api/lessons/${id}`, { token })).body.lesson
  }
  expect(await open(addressesIn((await lessonOf('Сетка для лонгрида')).content))).toEqual([
    '200 image/png',
    '200 application/zip',
  ])
  expect(await open(addressesIn((await lessonOf('От телефона к монитору')).content))).toEqual([
    '200 video/mp4',
    '200 text/vtt; charset=utf-8',
  ])

  const { id } = await lessonOf('Сетка для лонгрида')
  const { task } = (await call('GET', `/api/lessons/${id}/task`, { token })).body
  const names = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name)
  expect(names(task.draft)).toEqual(['На телефоне, поля 16.png'])
  expect(names(task.attempts[0])).toEqual(['На мониторе.png', 'На телефоне.png', 'staraya-liniya.zip'])
  const [screen] = task.attempts[0].files
  expect(screen.image).toMatchObject({ width: 960, height: 600 })
  expect(await open([screen.url, screen.image.thumbnail_url])).toEqual(['200 image/png', '200 image/webp'])
  // a copy of a link without its signature opens nothing to a stranger
  expect(await open([`/files/${screen.id}`])).toEqual([expect.stringMatching(/^40[34] /)])
})

test('a task with only files waits for its teacher', async () => {
  const token = await signIn('teacher')
  const { tasks } = (await call('GET', '/api/tasks?status=submitted&search=Журавлёв', { token })).body
  const shop = tasks.find(({ lesson }: { lesson: { name: string } }) => lesson.name.startsWith('Вывеска'))
  const [attempt] = (await call('GET', `/api/tasks/${shop.id}`, { token })).body.task.attempts
  expect(attempt.content).toBe('')
  expect(await open(attempt.files.map(({ url }: { url: string }) => url))).toEqual([
    '200 image/jpeg',
    '200 image/jpeg',
    '200 application/pdf',
  ])
})

/** The documents of a page, as a guest reads them. */
const documentsOf = async (number: number): Promise<OrganisationDocument[]> => {
  const { page } = (await call('GET', `/api/organisation/pages/${number}`)).body
  const rows = Object.values(page.blocks as OrganisationPage['blocks']).flat()
  return rows.flatMap(({ values }) => Object.values(values).flatMap(({ documents }) => documents))
}

test('everybody reads the files of the organisation section and of published projects', async () => {
  const documents = await documentsOf(3)
  expect(documents).toHaveLength(9)
  const rules = documents.find(({ title }) => title === 'Правила приёма обучающихся')
  expect(await open(documents.map(({ file }) => file.url))).toEqual(documents.map(() => '200 application/pdf'))
  expect(rules).toMatchObject({ published: true, signature: { signer: 'Ветрова Ольга Андреевна' } })
  expect(await open([rules?.signature_file?.url ?? ''])).toEqual([expect.stringMatching(/^200 /)])

  const { projects } = (await call('GET', '/api/projects?search=Атлас')).body
  const { project } = (await call('GET', `/api/projects/${projects[0].id}`)).body
  expect(await open(addressesIn(project.content))).toEqual(['200 image/png', '200 text/csv; charset=utf-8'])
})

test('everybody has a different portrait, and each published project shows its pictures', async () => {
  const token = await signIn('curator')
  const { users: rows } = (await call('GET', '/api/users', { token })).body
  const portraits = new Set(rows.map(({ avatar }: { avatar: { url: string } | null }) => avatar?.url))
  expect(portraits.size).toBe(people.length)
  expect(await open([...portraits] as string[])).toEqual([...portraits].map(() => '200 image/webp'))

  const { projects } = (await call('GET', '/api/projects')).body
  expect(projects.length).toBeGreaterThanOrEqual(12)
  for (const { id, cover } of projects) {
    const { content } = (await call('GET', `/api/projects/${id}`)).body.project
    const [picture = ''] = addressesIn(content)
    expect(await open([picture, cover.url]), content.slice(0, 100)).toEqual([
      '200 image/png',
      expect.stringMatching(/^200 image\//),
    ])
  }
})

test('the organisation section has every required name, an archive, a history and a draft', async () => {
  const token = await signIn('curator')
  const { pages } = (await call('GET', '/api/organisation/overview', { token })).body
  const names = (pages as OrganisationOverviewPage[]).map(({ number, required, filled }) => ({
    number,
    required,
    filled,
  }))
  expect(names).toEqual(names.map(({ number, required }) => ({ number, required, filled: required })))
  expect(pages.filter(({ draft_saved_at }: OrganisationOverviewPage) => draft_saved_at)).toHaveLength(1)
  const { documents } = (await call('GET', '/api/organisation/documents', { token })).body
  const archived = documents.filter((document: OrganisationDocument) => document.archived_at)
  expect(archived).toMatchObject([{ title: 'Правила приёма обучающихся (2021)', replaced_by: expect.any(Number) }])
  const { versions } = (await call('GET', '/api/organisation/pages/1/versions', { token })).body
  expect(versions).toHaveLength(3)
})

test('the operator of the site is the one in the organisation section', async () => {
  const { school } = (await call('GET', '/api/settings/school')).body
  const { page } = (await call('GET', '/api/organisation/pages/1')).body
  const { shortName, address, telephone, email } = page.blocks.main[0].values
  expect(school).toMatchObject({ age_mark: '12+', name: shortName.text, address: address.text })
  expect(school).toMatchObject({ email: email.text, phone: telephone.text })
})

const check = async (edition: 9 | 10, university: boolean): Promise<CheckReport> => {
  const token = await signIn('curator')
  await call('PUT', '/api/settings/school', { token, body: { edition, university } })
  return checkedSection(call, token)
}

const nameOf = ({ container, name }: CheckedName) => (container ? `${container} ${name}` : name)

test('the robot finds every name in its place on the demo school’s pages', { timeout: 120_000 }, async () => {
  for (const [edition, university] of [
    [10, false],
    [9, false],
    [10, true],
  ] as const) {
    const { faults, pages } = await check(edition, university)
    expect(faults).toEqual([])
    for (const { path, faults, names } of pages) {
      expect({ path, faults }).toEqual({ path, faults: [] })
      const bad = names.filter(({ finding }) => !['found', 'empty', 'absent'].includes(finding)).map(nameOf)
      expect({ path, bad }).toEqual({ path, bad: [] })
      // found names have no fault of form, either
      expect(names.filter(({ finding, advice }) => finding === 'found' && advice !== '')).toEqual([])
    }
  }
})

test('everything that the law requires exists, except what the school does not have', { timeout: 60_000 }, async () => {
  const { pages } = await check(10, false)
  const names = pages.flatMap(({ names }) => names)
  expect(names.filter(({ finding, advice }) => finding === 'empty' && advice !== '')).toEqual([])
  const absent = new Set(names.filter(({ finding }) => finding === 'absent').map(nameOf))
  const asked = [
    // it teaches without partners, practice or state examinations
    ...['addressPlaceSet', 'addressPlacePrac', 'addressPlacePodg', 'addressPlaceGia'],
    ...['eduAccred eduPrac', 'eduOp eduPr', 'eduFedDoc', 'purposeSport'],
  ]
  const optional = [
    ...['accreditationDocLink', 'addressPlaceOppo', 'eduFedTreb', 'eduStandartDoc', 'eduStandartTreb', 'erListOvz'],
    ...['grant', 'hostelInfo', 'hostelInterOvz', 'hostelNum', 'hostelNumOvz', 'interInfo', 'interNum', 'interNumOvz'],
    ...['internationalDog', 'internationalDog dogReg', 'internationalDog orgName', 'internationalDog stateName'],
    ...['localActCollec', 'localActObSt', 'paidParents', 'prescriptionDocLink', 'structOrgUprav site'],
    ...['purposeSport objAddress', 'purposeSport objName', 'purposeSport objOvz', 'uchredLaw websiteUchred'],
    ...['teachingStaff academStat', 'teachingStaff degree', 'teachingStaff profDevelopment'],
  ]
  expect([...absent].toSorted()).toEqual([...asked, ...optional].toSorted())
})
