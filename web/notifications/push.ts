import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import type { PushSubscriptionInput } from '#contract/notifications/notification-settings.schema.ts'
import { isLooking } from '#web/auth/token.ts'
import { call } from '#web/data/call.ts'
import { pushOwner, setPushOwner } from '#web/notifications/push-owner.ts'
import { canHaveWorker, registerWorker } from '#web/offline/worker.ts'

/**
 * The state of push messages in this browser. `install`: on an iPhone or iPad, where only an installed site gets them.
 * `denied`: the person has forbidden them to this site in the browser.
 */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on'

/** iPads name themselves as computers with a touch screen. */
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const knowsPush = () => canHaveWorker() && 'PushManager' in globalThis && 'Notification' in globalThis

const findSubscription = async () => {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

const save = (subscription: PushSubscription) =>
  call(notificationSettingsApi.subscribe, { body: subscription.toJSON() as PushSubscriptionInput })

/** The state of this browser; a subscription that it has is sent to the server again, which may have forgotten it. */
export const findPush = async (userId: number): Promise<PushState> => {
  if (isLooking()) return 'none'
  if (!knowsPush()) return isAppleTouch() ? 'install' : 'none'
  if (Notification.permission === 'denied') return 'denied'
  if (pushOwner() !== userId || Notification.permission !== 'granted') return 'off'
  const subscription = await findSubscription()
  if (!subscription) return 'off'
  void save(subscription).catch(() => {})
  return 'on'
}

/**
 * Asks for the permission and subscribes this browser with the site's key; only after a click. Throws what the server
 * or the browser's push service say.
 */
export const turnPushOn = async (userId: number, key: string): Promise<PushState> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await registerWorker()
  const registration = await navigator.serviceWorker.ready
  // another person's, or with an earlier key
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    await save(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  setPushOwner(userId)
  return 'on'
}

/** Ends the messages to this browser, on both sides. Without an answer of the server its push service refuses them. */
export const turnPushOff = async (): Promise<PushState> => {
  setPushOwner(null)
  const subscription = await findSubscription()
  if (!subscription) return 'off'
  const { endpoint } = subscription
  await Promise.allSettled([
    subscription.unsubscribe(),
    call(notificationSettingsApi.unsubscribePush, { body: { endpoint }, quiet: true }),
  ])
  return 'off'
}
