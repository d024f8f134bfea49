import { afterAll } from 'vitest'
import { api } from '#contract/api.ts'
import { insertIdentity, listIdentities } from '#server/identities/identities.repo.ts'
import { startProvider } from '#server/identities/provider.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const provider = await startProvider('http://127.0.0.1:3000', {})
const app = await testApp({ env: provider.env })
const { db } = app
afterAll(provider.stop)

testRights(app, api.identities, {
  begin: () => ({ body: {} }),
  answer: () => ({ body: { key: 'unknown', query: '?code=code&state=state' } }),
  register: () => ({ body: { key: 'unknown', name: 'Анна', surname: 'Ёлкина', consent: true } }),
  signOut: () => ({}),
  list: ({ student }) => ({ params: { id: student.id } }),
  remove: async ({ student }) => {
    await insertIdentity(db, { user_id: student.id, issuer: provider.issuer, subject: crypto.randomUUID() })
    const [identity] = await listIdentities(db, student.id)
    return { params: { id: student.id, identity_id: identity?.id ?? 0 }, body: { password: demoPassword } }
  },
})
