import { schoolTimeZone } from '#contract/dates.ts'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import type { Db } from '#server/db/database.ts'
import { channelsOf } from '#server/notifications/change-settings.ts'
import { insertDeliveries, type NewDelivery } from '#server/notifications/deliveries.repo.ts'
import { afterQuiet, letterAt } from '#server/notifications/delivery-times.ts'
import {
  type ChosenSettings,
  listChosenSettings,
  listPushReaders,
} from '#server/notifications/notification-settings.repo.ts'

interface Added {
  id: number
  user_id: number
  type: NotificationType
}

/**
 * What these people have chosen, loaded at once: which of them see a notification on the site, and by which other
 * channels it is sent when. Whether letters may be sent to a person at all is checked when they are.
 */
export const planDeliveries = async (tx: Db, userIds: number[]) => {
  const [settings, pushed] = [await listChosenSettings(tx, userIds), await listPushReaders(tx, userIds)]
  const now = Date.now()
  const moments = new Map<string, string | null>()
  /** The moment by each channel; the same for all who have the same choice, and most have the defaults. */
  const at = (chosen: ChosenSettings | undefined, type: NotificationType, channel: 'letter' | 'push') => {
    const { letter, push } = channelsOf(chosen, type)
    const { quiet = null, time_zone = schoolTimeZone } = chosen ?? {}
    const key = [channel, letter, push, quiet?.from, quiet?.to, time_zone].join()
    const known = moments.get(key)
    if (known !== undefined) return known
    const pushAt = push ? afterQuiet(now, quiet, time_zone) : null
    const moment = channel === 'letter' ? letterAt(now, letter, quiet, time_zone) : pushAt
    const iso = moment === null ? null : new Date(moment).toISOString()
    moments.set(key, iso)
    return iso
  }
  return {
    onSite: (ids: number[], type: NotificationType) => ids.map((id) => channelsOf(settings.get(id), type).site),
    send: (added: Added[], { letter: byLetter = true } = {}) =>
      insertDeliveries(
        tx,
        added.flatMap(({ id: notification_id, user_id, type }): NewDelivery[] => {
          const chosen = settings.get(user_id)
          const letter = byLetter ? at(chosen, type, 'letter') : null
          const push = pushed.has(user_id) ? at(chosen, type, 'push') : null
          return [
            ...(letter === null ? [] : [{ notification_id, user_id, channel: 'letter' as const, due_at: letter }]),
            ...(push === null ? [] : [{ notification_id, user_id, channel: 'push' as const, due_at: push }]),
          ]
        }),
      ),
  }
}
