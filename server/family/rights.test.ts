import { api } from '#contract/api.ts'
import { familyLinks } from '#server/family/family.table.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'
import { guardians } from '#server/users/users.table.ts'

const app = await testApp()
const email = 'parent@home.example'
let links = 0

const withParent = async ({ student }: School) => {
  await app.db.insert(guardians).values({ child_id: student.id, email }).onConflictDoNothing()
  return { params: { id: student.id } }
}

const withLink = async (school: School) => {
  await withParent(school)
  links += 1
  const token = `link-${links}`
  await app.db.insert(familyLinks).values({ token_hash: hashToken(token), email })
  return { params: { token } }
}

testRights(app, api.family, {
  get: withLink,
  setWeekly: async (school) => ({ ...(await withLink(school)), body: { weekly: true } }),
  renewLink: () => ({ body: { email: `${crypto.randomUUID()}@home.example` } }),
  studies: ({ student }) => ({ params: { id: student.id } }),
  parents: withParent,
  setParents: async (school) => ({
    ...(await withParent(school)),
    body: { parents: [{ name: 'Анна Белова', email: '' }] },
  }),
  sendLink: withParent,
  endLink: withParent,
})
