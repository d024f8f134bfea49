import type { FastifyInstance } from 'fastify'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import { canChooseNotifications } from '#contract/notifications/notifications.policy.ts'
import { canSeeUser } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hasStoppedLetters, loadSettings, stopLetters } from '#server/notifications/change-settings.ts'
import {
  deletePushSubscription,
  findChosenSettings,
  findLetterKey,
  savePushSubscription,
  saveSettings,
} from '#server/notifications/notification-settings.repo.ts'
import { isPublicEndpoint } from '#server/notifications/push-request.ts'
import { sendsAnywhere } from '#server/notifications/send-push.ts'
import { readUnsubscribeToken } from '#server/notifications/write-letter.ts'
import { mayReach, notListed } from '#server/outgoing-hosts.ts'
import { findGuardianEmail } from '#server/users/guardians.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

/** The address without most of its name: a forwarded letter must not show it. */
const maskedEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1…')

export const notificationSettingsRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const ownUser = async (actor: Parameters<typeof canChooseNotifications>[0], id: number) => {
    const user = found(await findUser(db, id), ({ id, active, erase_at, erased_at }) =>
      canSeeUser(actor, { id, active, erase_at, erased_at, kept_from_guests: false }),
    )
    authorize(canChooseNotifications(actor, user))
    return user
  }

  /** The person whose letter the link is from. */
  const ownerOf = async (token: string) => {
    const id = readUnsubscribeToken(await findLetterKey(db), token)
    return found(id === null ? null : await findUser(db, id), ({ erased_at }) => erased_at === null)
  }

  route(app, notificationSettingsApi.get, async ({ params, actor }) => ({
    settings: await loadSettings(db, config, await ownUser(actor, params.id)),
  }))

  route(app, notificationSettingsApi.update, async ({ params, actor, body }) => {
    const user = await ownUser(actor, params.id)
    await saveSettings(db, user.id, body())
    return { settings: await loadSettings(db, config, user) }
  })

  route(app, notificationSettingsApi.subscribe, async ({ actor, body }) => {
    const subscription = body()
    if (config.vapid === null) throw new Refusal('conflict', { detail: 'Этот сайт не отправляет сообщений в браузер.' })
    if (!mayReach(config, new URL(subscription.endpoint))) throw invalid('endpoint', notListed)
    if (!sendsAnywhere(config) && !isPublicEndpoint(subscription.endpoint)) {
      throw invalid('endpoint', 'По этому адресу сообщения не отправляются.')
    }
    await db.transaction((tx) => savePushSubscription(tx, actor.id, subscription))
  })

  route(app, notificationSettingsApi.unsubscribePush, ({ actor, body }) =>
    deletePushSubscription(db, actor.id, body().endpoint),
  )

  route(app, notificationSettingsApi.letters, async ({ params }) => {
    const { id, email } = await ownerOf(params.token)
    // a child's without an address go to a parent
    const address = email ?? (await findGuardianEmail(db, id)) ?? ''
    return { email: maskedEmail(address), stopped: hasStoppedLetters(await findChosenSettings(db, id)) }
  })

  route(app, notificationSettingsApi.stopLetters, async ({ params }) => {
    await stopLetters(db, (await ownerOf(params.token)).id)
  })
}
