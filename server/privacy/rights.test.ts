import { eq } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const app = await testApp()

testRights(app, api.privacy, {
  export: ({ student }) => ({ params: { id: student.id } }),
  erase: ({ student }) => ({ params: { id: student.id }, body: { password: demoPassword } }),
  keep: async ({ student }) => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    await app.db.update(users).set({ erase_at: soon }).where(eq(users.id, student.id))
    return { params: { id: student.id } }
  },
  erasures: () => ({}),
})
