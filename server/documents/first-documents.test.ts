import { expect, it } from 'vitest'
import { documentVersions } from '#server/documents/documents.table.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call } = await testApp()

it('a new version is the one in force, and the first one never returns', async () => {
  await db.insert(documentVersions).values({ slug: 'cookies', version: 2, content: '<p>Иначе</p>' })
  await ensureDocuments(db)
  expect((await call('GET', '/api/documents/cookies')).body.document).toMatchObject({
    version: 2,
    content: '<p>Иначе</p>',
  })
  expect((await call('GET', '/api/documents/privacy')).body.document.version).toBe(1)
})
