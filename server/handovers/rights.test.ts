import { api } from '#contract/api.ts'
import { handOver } from '#server/handovers/hand-over.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const handedOver = async ({ teacher, otherTeacher, curator }: School) => {
  const by = { id: curator.id, role: 'curator' } as const
  const handover = await handOver(app.db, by, teacher.user, { to: [otherTeacher.id] })
  return { params: { id: handover?.id ?? 0 } }
}

testRights(app, api.handovers, {
  create: ({ teacher, otherTeacher }) => ({ params: { id: teacher.id }, body: { to: [otherTeacher.id] } }),
  list: ({ teacher }) => ({ params: { id: teacher.id } }),
  undo: handedOver,
})
