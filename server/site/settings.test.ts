import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { defaultHome, defaultSchool } from '#contract/site/site-settings.schema.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { testApp } from '#server/testing/app.ts'

const { app, db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })

const school = '/api/settings/school'
const home = '/api/settings/home'
const put = (path: string, body: unknown, { token } = curator) => call('PUT', path, { token, body })

describe('settings of the school', () => {
  it('have defaults until somebody sets them', async () => {
    expect((await call('GET', school)).body).toEqual({ school: defaultSchool })
    expect((await call('GET', home)).body).toEqual({ home: defaultHome })
  })

  it('are set one by one, and read by everybody', async () => {
    expect((await put(school, { name: ' АНО «Практика» ', age_mark: '12+' })).status).toBe(200)
    const { status, body } = await put(school, { inn: '7700000000', edition: 9 })
    const expected = { ...defaultSchool, name: 'АНО «Практика»', age_mark: '12+', inn: '7700000000', edition: 9 }
    expect([status, body]).toEqual([200, { school: expected }])
    expect((await call('GET', school)).body).toEqual(body)
  })

  it('of many curators at once are all kept', async () => {
    const changes = [{ address: 'Москва' }, { phone: '8 800' }, { email: 'a@b.ru' }, { ogrn: '1027700000000' }]
    await Promise.all(changes.map((change) => put(school, change)))
    expect((await call('GET', school)).body.school).toMatchObject(Object.assign({}, ...changes))
  })

  it.each([
    [{ inn: '123' }, 'inn'],
    [{ ogrn: '12345678901234' }, 'ogrn'],
    [{ email: 'нет' }, 'email'],
    [{ age_mark: '13+' }, 'age_mark'],
    [{ consent_age: 13 }, 'consent_age'],
    [{ edition: 11 }, 'edition'],
    [{ name: 'x'.repeat(301) }, 'name'],
  ])('refuse %o', async (change, field) => {
    const { status, body } = await put(school, change)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('have the word for those who learn, which every text follows from the next call on', async () => {
    const student = await signedIn({ role: 'student' })
    const people = async () =>
      (await call('GET', `/api/users/${student.id}`, { token: curator.token })).body.user.role.name
    const own = async () => (await call('GET', '/api/auth/user', { token: student.token })).body.user.role.name
    const refusal = async () =>
      (await call('POST', `/api/users/${curator.id}/look`, { token: curator.token })).body.detail
    const page = async () => (await app.inject({ url: '/projects', headers: { accept: 'text/html' } })).body
    expect([await people(), await own()]).toEqual(['Студент', 'Студент'])
    expect(await page()).toContain('Работы студентов')

    expect((await put(school, { student_word: 'pupil' })).body.school.student_word).toBe('pupil')
    expect([await people(), await own()]).toEqual(['Ученик', 'Ученик'])
    expect(await refusal()).toContain('можно как ученик')
    expect(await page()).toContain('Работы учеников')
    expect((await put(school, { student_word: 'child' })).status).toBe(422)

    expect((await put(school, { student_word: 'student' })).status).toBe(200)
    expect([await people(), await own()]).toEqual(['Студент', 'Студент'])
  })

  it('name the app that the site is installed as, with icons of the sizes they say', async () => {
    const read = () => app.inject({ url: '/manifest.webmanifest' })
    await put(school, { name: '' })
    expect((await read()).json()).toMatchObject({ name: 'Практика', short_name: 'Практика', start_url: '/' })
    await put(school, { name: 'Школа № 7' })
    const { headers, ...response } = await read()
    const manifest: { name: string; icons: { src: string; sizes: string }[] } = response.json()
    expect([headers['content-type'], manifest.name]).toEqual(['application/manifest+json; charset=utf-8', 'Школа № 7'])
    const pictures = manifest.icons.filter(({ sizes }) => sizes !== 'any')
    for (const { src, sizes } of pictures) {
      const file = join(import.meta.dirname, '../../web/public', src.replace('/build/', ''))
      const { format, width, height } = await sharp(file).metadata()
      expect([format, `${width}x${height}`]).toEqual(['png', sizes])
    }
    expect(pictures).toHaveLength(3)
  })

  it('from an older version do not break the site', async () => {
    await db.delete(siteSettings)
    await db.insert(siteSettings).values({
      key: 'school',
      value: { name: 'Школа', edition: 8, other: 1 },
      updated_at: new Date().toISOString(),
    })
    expect((await call('GET', school)).body).toEqual({ school: { ...defaultSchool, name: 'Школа' } })
  })
})

describe('the main page', () => {
  it('keeps its blocks and the text of curators as plain text', async () => {
    const about = { title: 'О нас', text: '<b>Мы</b>\nшкола' }
    const { body } = await put(home, { about, order: ['about', 'courses'] })
    expect(body.home).toEqual({ ...defaultHome, about, order: ['about', 'courses'] })
  })

  it.each([
    [{ links: [{ title: 'Сюда', url: 'javascript:alert(1)' }] }],
    [{ links: [{ title: 'Сюда', url: '//evil.example' }] }],
    [{ order: ['nothing'] }],
    [{ title: '' }],
    [{ steps: Array.from({ length: 7 }, () => ({ name: 'Шаг', text: '' })) }],
  ])('refuses %o', async (change) => {
    const before = (await call('GET', home)).body
    expect((await put(home, change)).status).toBe(422)
    expect((await call('GET', home)).body).toEqual(before)
  })

  it('is changed by curators alone', async () => {
    for (const path of [home, school]) {
      expect((await call('PUT', path, { body: {} })).status).toBe(401)
      for (const role of ['student', 'teacher'] as const) {
        expect((await put(path, {}, await signedIn({ role }))).status).toBe(403)
      }
    }
  })
})
