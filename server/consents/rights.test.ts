import { api } from '#contract/api.ts'
import { childForm } from '#server/auth/child-form.fixture.ts'
import { newToken } from '#server/auth/open-session.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { db, deps, signedIn } = app

const buildScan = (user_id: number) =>
  buildFile(db, deps.files, { user_id, name: 'Согласие.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') })

/** A child whose parent has agreed; returns the token of the parent's link. */
const agreedParent = async () => {
  const token = newToken()
  const { email, birth_date } = childForm()
  const { id } = await signedIn({ email, birth_date })
  const parent = { name: 'Анна Ёлкина', email: 'anna@home.example' }
  const link_hash = hashToken(token)
  await insertConsents(db, [
    { user_id: id, document: 'parent-consent', version: 1, address: '127.0.0.1', parent, link_hash },
  ])
  return token
}

testRights(app, api.consents, {
  ofUser: ({ student }) => ({ params: { id: student.id } }),
  give: ({ student }) => ({ params: { id: student.id }, body: { document: 'publication' } }),
  withdraw: async ({ student }) => {
    await insertConsents(db, [{ user_id: student.id, document: 'publication', version: 1, address: '127.0.0.1' }])
    return { params: { id: student.id, document: 'publication' }, body: {} }
  },
  ofParent: async () => ({ query: `?token=${await agreedParent()}` }),
  giveAsParent: async () => ({ body: { token: await agreedParent(), version: 1 } }),
  withdrawAsParent: async () => ({ query: `?token=${await agreedParent()}` }),
  recordOnPaper: async ({ student, curator }) => ({
    params: { id: student.id },
    body: {
      documents: ['parent-consent'],
      parent: { name: 'Анна Ёлкина' },
      signed_on: '2026-09-01',
      file_id: (await buildScan(curator.id)).id,
    },
  }),
  withdrawOnPaper: async ({ student }) => {
    const parent = { name: 'Анна Ёлкина', email: '' }
    await insertConsents(db, [{ user_id: student.id, document: 'publication', version: 1, address: '', parent }])
    return { params: { id: student.id, document: 'publication' } }
  },
  waiting: () => ({}),
  remind: () => ({ body: {} }),
  list: () => ({}),
  export: () => ({}),
})
