import { expect, test } from 'vitest'
import { demoFiles } from '#demo/files/files.ts'
import { files, fileUses } from '#server/files/files.table.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'
import { buildDemoSchool } from './build-demo-school.ts'
import { texts } from './content/texts.fixture.ts'

const { db, deps, call } = await testApp()

const signIn = async (role: 'student' | 'teacher') => {
  const body = { email: `${role}@demo.example`, password: 'demo-password' }
  return (await call('POST', '/api/auth/login', { body })).body.access_token as string
}

const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:src|href)="(\/files\/[^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

const open = async (addresses: string[]) => {
  const answers = await Promise.all(addresses.map((address) => call('GET', address)))
  return answers.map(({ status, headers }) => `${status} ${headers['content-type']}`)
}

test('a build that dies on the way leaves nothing, and the next one fills the school once', {
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
  await expect(buildDemoSchool(db, full)).rejects.toThrow()
  expect([await db.$count(users), await db.$count(files)]).toEqual([0, 0])

  expect(await buildDemoSchool(db, deps.files)).toBe(true)
  expect(await buildDemoSchool(db, deps.files)).toBe(false)
  expect(await db.$count(files)).toBe(demoFiles.length)
})

test('every file is whole, and used where the content names it', async () => {
  const rows = await db.select().from(files)
  expect(rows.filter(({ status }) => status !== 'ready')).toEqual([])
  expect(rows.filter(({ type, width }) => type.startsWith('image/') !== (width !== null))).toEqual([])
  const named = texts.map(({ html, files = [] }) => {
    const keys = [...html.matchAll(/\/files\/\{\{([^{}]*)\}\}/g)].map(([, key]) => key)
    return new Set([...keys, ...files]).size
  })
  expect(await db.$count(fileUses)).toBe(named.reduce((sum, count) => sum + count, 0))
})

test('links of lessons, works and projects lead to what they show', async () => {
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

test('a work of files alone waits for its teacher', async () => {
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

test('everybody reads the files of the organisation section and of published projects', async () => {
  const { page } = (await call('GET', '/api/organisation/pages/3')).body
  const { projects } = (await call('GET', '/api/projects?search=Атлас')).body
  const { project } = (await call('GET', `/api/projects/${projects[0].id}`)).body
  expect(await open(addressesIn(page.content))).toEqual(['200 application/pdf'])
  expect(await open(addressesIn(project.content))).toEqual(['200 image/png', '200 text/csv; charset=utf-8'])
})
