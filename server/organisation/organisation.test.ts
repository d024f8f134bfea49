import { describe, expect, it } from 'vitest'
import { organisationPages } from '#contract/organisation/organisation.schema.ts'
import { organisationPage } from '#server/organisation/organisation.pages.ts'
import { testApp } from '#server/testing/app.ts'

const { deps, call, signedIn } = await testApp()

const path = '/api/organisation/pages'

describe('GET /api/organisation/pages/{number}', () => {
  it('shows everybody each page', async () => {
    for (const { number, title } of organisationPages) {
      const { status, body } = await call('GET', `${path}/${number}`)
      expect(status).toBe(200)
      expect(body.page).toMatchObject({ number, title })
    }
  })

  it('shows a page that nobody has written yet as an empty one', async () => {
    const { body } = await call('GET', `${path}/1`)
    expect(body).toEqual({ page: { number: 1, title: 'Основные сведения', content: '', updated_at: null } })
  })

  it.each(['0', '15', 'x', '1.5'])('answers 404 to number %s', async (number) =>
    expect((await call('GET', `${path}/${number}`)).status).toBe(404),
  )
})

describe('PUT /api/organisation/pages/{number}', () => {
  const put = (content: unknown, token?: string) =>
    call('PUT', `${path}/3`, { body: { content }, ...(token && { token }) })

  it('is for curators, who write clean HTML', async () => {
    const curator = await signedIn({ role: 'curator' })
    const { status, body } = await put('<p>Устав</p><script>1</script>', curator.token)
    expect(status).toBe(200)
    expect(body.page).toMatchObject({ number: 3, title: 'Документы', content: '<p>Устав</p>' })
    expect(body.page.updated_at).toMatch(/Z$/)
    const again = await put('<p>Новый устав</p>', curator.token)
    expect((await call('GET', `${path}/3`)).body).toEqual(again.body)
    for (const bad of [undefined, 1, 'x'.repeat(200_001)]) expect((await put(bad, curator.token)).status).toBe(422)
    expect((await call('PUT', `${path}/15`, { token: curator.token, body: { content: '' } })).status).toBe(404)
  })

  it('refuses everybody else', async () => {
    expect((await put('x')).status).toBe(401)
    for (const role of ['student', 'teacher'] as const) {
      expect((await put('x', (await signedIn({ role })).token)).status).toBe(403)
    }
  })
})

describe('the served pages', () => {
  it('list the section', async () => {
    const served = await organisationPage(deps, { path: '/organisation' })
    expect(served?.title).toBe('Сведения об образовательной организации')
    expect(served?.data).toEqual({ pages: organisationPages })
  })

  it('show at both addresses what the call answers', async () => {
    for (const { number, slug, title } of organisationPages) {
      const { body } = await call('GET', `${path}/${number}`)
      for (const address of [`/organisation/page${number}`, `/sveden/${slug}`, `/sveden/${slug}/`]) {
        expect(await organisationPage(deps, { path: address })).toEqual({ title, data: body })
      }
    }
  })

  it('show nothing elsewhere', async () => {
    for (const address of ['/organisation/page15', '/sveden/x', '/']) {
      expect(await organisationPage(deps, { path: address })).toBeNull()
    }
  })
})
