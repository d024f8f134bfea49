import { describe, expect, it } from 'vitest'
import { documents } from '#contract/documents/document-list.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { documentPage } from '#server/documents/documents.pages.ts'
import { insertVersion } from '#server/documents/documents.repo.ts'
import { firstTexts } from '#server/documents/first-texts.ts'
import { testApp } from '#server/testing/app.ts'

const { db, deps, call } = await testApp()

describe('GET /api/documents/{slug}', () => {
  it.each(documents)('shows everybody $slug', async ({ slug, title }) => {
    const { status, body } = await call('GET', `/api/documents/${slug}`)
    expect(status).toBe(200)
    expect(body.document).toEqual({
      slug,
      title,
      content: firstTexts[slug],
      version: 1,
      published_at: expect.stringMatching(/Z$/),
    })
  })

  it('returns 404 for a document that does not exist', async () =>
    expect((await call('GET', '/api/documents/secret')).status).toBe(404))
})

it('shows the same on the served page as in the call', async () => {
  const { body } = await call('GET', '/api/documents/privacy')
  expect(await documentPage(deps, { slug: 'privacy', path: '/documents/privacy' })).toEqual({
    title: 'Политика обработки персональных данных',
    head: {
      description: 'Политика обработки персональных данных. Версия 1.',
      canonical: '/documents/privacy',
      hidden: false,
    },
    answers: { document: body },
  })
  expect(await documentPage(deps, { slug: 'secret', path: '/documents/secret' })).toBeNull()
})

it('an earlier version has a page, for readers and not for search engines', async () => {
  const params = { slug: 'cookies', path: '/documents/cookies' }
  await insertVersion(db, { slug: 'cookies', version: 2, content: '<p>Иначе</p>' })
  const page = await documentPage(deps, params, { version: '1' })
  expect(page).toMatchObject({
    head: { canonical: '/documents/cookies', hidden: true },
    answers: { document: { document: { version: 1, content: firstTexts.cookies }, earlier: true } },
  })
  expect(await documentPage(deps, params)).toMatchObject({
    head: { hidden: false },
    answers: { document: { document: { version: 2 } } },
  })
  for (const version of ['3', '0', 'x', '1e0']) expect(await documentPage(deps, params, { version })).toBeNull()
})

it('the first texts are already clean', () => {
  for (const text of Object.values(firstTexts)) expect(cleanHtml(text, 'document')).toBe(text)
})
