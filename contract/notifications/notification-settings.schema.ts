import { z } from 'zod'
import { webUrl } from '#contract/http/web-url.ts'
import { letterTimes } from '#contract/notifications/notification-kinds.ts'
import { NotificationType } from '#contract/notifications/notifications.schema.ts'

const isTimeZone = (name: string) => {
  try {
    // an offset such as «+03:00» is one to some engines, and has no summer time
    return /^[A-Za-z][\w+/-]*$/.test(name) && new Intl.DateTimeFormat('ru', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** A time of day in the person's zone. */
const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Время пишут так: 22:00')

/** No letters and no push between these two times, also across midnight. */
export const QuietHours = z
  .object({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Тихие часы заканчиваются не тогда, когда начались' })
export type QuietHours = z.infer<typeof QuietHours>

const TimeZone = z.string().max(64, 'Такого часового пояса нет').refine(isTimeZone, 'Такого часового пояса нет')

const ChannelChoice = z.object({ site: z.boolean(), letter: z.enum(letterTimes), push: z.boolean() })

const kinds = z.object(
  Object.fromEntries(NotificationType.options.map((kind) => [kind, ChannelChoice])) as Record<
    NotificationType,
    typeof ChannelChoice
  >,
)

/** What a person gets and when; `kinds` has the kinds that people of their role get. */
export const NotificationSettings = z.object({
  quiet: QuietHours.nullable(),
  time_zone: z.string(),
  kinds: kinds.partial(),
  /** The key to subscribe a browser with; null where the site sends no push. */
  push_key: z.string().nullable(),
  /** Where letters go, and whether any arrive there. */
  email: z.object({ address: z.string(), state: z.enum(['unconfirmed', 'bounced', 'fine']) }),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** What is left out stays as it is. */
export const NotificationSettingsChange = z.object({
  quiet: QuietHours.nullable().optional(),
  time_zone: TimeZone.optional(),
  kinds: kinds.partial().optional(),
})
export type NotificationSettingsChange = z.infer<typeof NotificationSettingsChange>

/** A key in base64url, with its length in characters. */
const key = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))

/** A browser's subscription, as `PushSubscription.toJSON()` has it. */
export const PushSubscriptionInput = z.object({
  /** The address of a push service. */
  endpoint: webUrl(1000),
  keys: z.object({ p256dh: key(87), auth: key(22) }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

export const PushEndpoint = PushSubscriptionInput.pick({ endpoint: true })

/** Max browsers of one person that get push; the oldest gives way. */
export const maxPushSubscriptions = 20
