import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { insertPing, insertWebhook, updateDelivery } from '#server/webhooks/webhooks.repo.ts'

const app = await testApp()

const url = 'https://journal.example/praktika'
const build = async () => {
  const { id } = await insertWebhook(app.db, { name: 'Журнал', url, secret: '', events: ['task-submitted'] })
  return { id }
}

testRights(app, api.webhooks, {
  list: () => ({}),
  create: () => ({ body: { name: 'Журнал', url, events: ['task-submitted'] } }),
  remove: async () => ({ params: await build() }),
  ping: async () => ({ params: await build() }),
  deliveries: async () => ({ params: await build() }),
  repeat: async () => {
    const { id } = await build()
    const { delivery_id } = await insertPing(app.db, id)
    await updateDelivery(app.db, delivery_id, { status: 'failed' })
    return { params: { id, delivery_id } }
  },
})
