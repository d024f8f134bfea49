import { api } from '#contract/api.ts'
import { buildKey } from '#server/keys/keys.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

testRights(app, api.keys, {
  list: () => ({}),
  create: () => ({ body: { name: 'Электронный журнал', scopes: ['journal-read'] } }),
  remove: async ({ curator }) => ({ params: { id: (await buildKey(app.db, curator.id)).id } }),
})
