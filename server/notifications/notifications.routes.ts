import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { notificationsApi } from '#contract/notifications/notifications.api.ts'
import { newestNotifications } from '#contract/notifications/notifications.schema.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { countUnread, listNotifications, markRead } from '#server/notifications/notifications.repo.ts'

export const notificationsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, notificationsApi.list, async ({ query, actor }) => {
    const { notifications, total } = await listNotifications(db, actor.id, query.page)
    return { notifications, page: query.page, pages: pageCount(total, newestNotifications), total }
  })

  route(app, notificationsApi.read, async ({ body, actor }) => {
    const { ids } = body()
    await db.transaction((tx) => markRead(tx, actor.id, ids))
    return { unread: await countUnread(db, actor.id) }
  })
}
