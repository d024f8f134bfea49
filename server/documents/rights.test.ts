import { api } from '#contract/api.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

testRights(app, api.documents, {
  get: () => ({ params: { slug: 'privacy' } }),
  versions: () => ({ params: { slug: 'privacy' } }),
  version: () => ({ params: { slug: 'privacy', version: 1 } }),
  publish: async () => ({
    params: { slug: 'cookies' },
    body: {
      content: `<p>${crypto.randomUUID()}</p>`,
      version: (await documentVersionsInForce(app.db)).get('cookies'),
    },
  }),
})
