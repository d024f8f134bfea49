import { api } from '#contract/api.ts'
import { familyLinks } from '#server/family/family.table.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { guardians } from '#server/users/users.table.ts'

const app = await testApp()
const email = 'parent@home.example'
let links = 0

testRights(app, api.statements, {
  get: ({ student }) => ({ params: { id: student.id } }),
  ofChild: async ({ student }) => {
    await app.db.insert(guardians).values({ child_id: student.id, email }).onConflictDoNothing()
    links += 1
    const token = `link-${links}`
    await app.db.insert(familyLinks).values({ token_hash: hashToken(token), email })
    return { params: { token, id: student.id } }
  },
})
