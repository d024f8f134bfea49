import { api } from '#contract/api.ts'
import { findLetterKey } from '#server/notifications/notification-settings.repo.ts'
import { vapidKeys } from '#server/notifications/vapid-keys.fixture.ts'
import { unsubscribeToken } from '#server/notifications/write-letter.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp({ env: { VAPID_KEYS: vapidKeys } })

testRights(app, api.notifications, { list: () => ({}), read: () => ({ body: { ids: [1] } }) })

const endpoint = 'https://push.example/one'
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const tokenOf = async (userId: number) => unsubscribeToken(await findLetterKey(app.db), userId)

testRights(app, api.notificationSettings, {
  get: ({ student }) => ({ params: { id: student.id } }),
  update: ({ student }) => ({ params: { id: student.id }, body: { quiet: null } }),
  subscribe: () => ({ body: { endpoint, keys } }),
  unsubscribePush: () => ({ body: { endpoint } }),
  letters: async ({ student }) => ({ params: { token: await tokenOf(student.id) } }),
  stopLetters: async ({ student }) => ({ params: { token: await tokenOf(student.id) } }),
})
