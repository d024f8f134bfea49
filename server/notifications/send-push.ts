import type { PushMessage } from '#contract/notifications/push-message.ts'
import { pathTo } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { shortened } from '#server/content/shortened.ts'
import type { Db } from '#server/db/database.ts'
import { channelsOf } from '#server/notifications/change-settings.ts'
import { type DueRow, deleteDeliveries, listDue, postponeDeliveries } from '#server/notifications/deliveries.repo.ts'
import { afterQuiet } from '#server/notifications/delivery-times.ts'
import { notificationAddress } from '#server/notifications/notification-address.ts'
import {
  deletePushSubscriptions,
  findChosenSettings,
  listPushSubscriptions,
} from '#server/notifications/notification-settings.repo.ts'
import { isPublicEndpoint, postPush } from '#server/notifications/push-request.ts'
import { stillVisible } from '#server/notifications/still-visible.ts'
import { countedNews, headlineOf } from '#server/notifications/write-letter.ts'
import { mayReach } from '#server/outgoing-hosts.ts'
import { findUser } from '#server/users/users.repo.ts'

/** How long a push service keeps a message for a device that is off, in seconds. */
const keptSeconds = 3 * 24 * 60 * 60

/** What the service worker of a subscribed browser shows. */
const messageOf = (rows: DueRow[]) => {
  const [first] = rows
  const lines = rows.map((row) => shortened(headlineOf(row), 150))
  const text: PushMessage =
    rows.length === 1 && first
      ? {
          title: lines[0] ?? '',
          body: shortened(first.notification.comment ?? '', 200),
          url: notificationAddress(first),
        }
      : { title: countedNews(rows.length), body: lines.slice(-3).join('\n'), url: pathTo('main') }
  return JSON.stringify(text)
}

/** Statuses of a subscription that is gone for good (RFC 8030 §7.3). */
const isDead = (status: number) => status === 404 || status === 410

/** Whether this site may send to any address: only one that people reach on this machine alone, for tests. */
export const sendsAnywhere = ({ behindProxy }: Pick<Config, 'behindProxy'>) => !behindProxy

/** Sends a message to each of the subscriptions, encrypted for it; returns those that are dead. */
const sendToAll = async (
  config: Config & { vapid: NonNullable<Config['vapid']> },
  subscriptions: Awaited<ReturnType<typeof listPushSubscriptions>>,
  message: string,
) => {
  const { default: webPush } = await import('web-push')
  const subject = config.https ? config.publicUrl : `mailto:no-reply@${new URL(config.publicUrl).hostname}`
  const anywhere = sendsAnywhere(config)
  const sent = subscriptions.map(async ({ endpoint, p256dh, auth }) => {
    if (!anywhere && !isPublicEndpoint(endpoint)) return 410
    // the list may be changed again: the subscription stays
    if (!mayReach(config, new URL(endpoint))) return 0
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject, ...config.vapid },
      TTL: keptSeconds,
      contentEncoding: 'aes128gcm',
    })
    return postPush(endpoint, { headers: headers as Record<string, string>, body: body as Buffer, anywhere })
  })
  const results = await Promise.allSettled(sent)
  return subscriptions.filter((_, place) => {
    const result = results[place]
    return result?.status === 'fulfilled' && isDead(result.value)
  })
}

/**
 * Sends what is due to a person to their browsers, as one message. It is sent once: a browser that cannot be reached
 * now misses it, while the notification stays on the site. Dead subscriptions are deleted.
 */
export const sendDuePush = async (tx: Db, config: Config, userId: number) => {
  const due = await listDue(tx, userId, 'push')
  const ids = due.map(({ notification }) => notification.id)
  const settings = await findChosenSettings(tx, userId)
  const now = Date.now()
  const end = afterQuiet(now, settings.quiet, settings.time_zone)
  if (end > now) return postponeDeliveries(tx, 'push', ids, new Date(end).toISOString())
  await deleteDeliveries(tx, 'push', ids)
  const { vapid } = config
  const user = await findUser(tx, userId)
  const wanted = due.filter(
    ({ notification: { type, read_at } }) => read_at === null && channelsOf(settings, type).push,
  )
  if (!vapid || !user?.active) return
  const news = await stillVisible(tx, user, wanted)
  if (news.length === 0) return
  const dead = await sendToAll({ ...config, vapid }, await listPushSubscriptions(tx, userId), messageOf(news))
  await deletePushSubscriptions(
    tx,
    dead.map(({ id }) => id),
  )
}
