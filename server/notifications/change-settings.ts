import {
  type Channels,
  defaultChannels,
  kindsOf,
  kindsWithOwnLetter,
  type LetterTime,
} from '#contract/notifications/notification-kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notification-settings.schema.ts'
import { NotificationType } from '#contract/notifications/notifications.schema.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import {
  type ChosenSettings,
  findChosenSettings,
  saveSettings,
} from '#server/notifications/notification-settings.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Kinds that came after people could stop all letters: what they stored then does not name them. */
const laterKinds: readonly NotificationType[] = ['handover', 'parent-declined', 'document-term']

/**
 * Whether somebody has ever stopped all letters, whatever they chose later: nobody chooses all kinds, as settings offer
 * those of one role.
 */
const hadStoppedLetters = (settings: ChosenSettings | undefined) =>
  settings !== undefined &&
  NotificationType.options.every((kind) => kind in settings.kinds || laterKinds.includes(kind))

/** The channels of a kind for somebody who has chosen these: no letters of one that is newer than their «none». */
export const channelsOf = (settings: ChosenSettings | undefined, kind: NotificationType): Channels => {
  const chosen = settings?.kinds[kind]
  const channels = chosen ?? defaultChannels[kind]
  const hasNoLetter = kindsWithOwnLetter.has(kind) || (!chosen && hadStoppedLetters(settings))
  return hasNoLetter ? { ...channels, letter: 'off' } : channels
}

/** A person's settings as they see them. */
export const loadSettings = async (
  db: Db,
  { vapid }: Pick<Config, 'vapid'>,
  user: User,
): Promise<NotificationSettings> => {
  const chosen = await findChosenSettings(db, user.id)
  const unconfirmed = user.email_confirmed_at === null
  return {
    quiet: chosen.quiet,
    time_zone: chosen.time_zone,
    kinds: Object.fromEntries(kindsOf(user.role).map((kind) => [kind, channelsOf(chosen, kind)])),
    push_key: vapid?.publicKey ?? null,
    email: {
      address: user.email ?? '',
      state: unconfirmed ? 'unconfirmed' : user.email_bounced_at === null ? 'fine' : 'bounced',
    },
  }
}

const verdicts = ['task-accepted', 'task-returned'] as const

const withLetter = (settings: ChosenSettings, kinds: readonly NotificationType[], letter: LetterTime) =>
  Object.fromEntries(kinds.map((kind) => [kind, { ...channelsOf(settings, kind), letter }]))

/** Whether verdicts are sent by letter at all: `letters` of a profile. */
export const hasVerdictLetters = async (db: Db, userId: number) => {
  const settings = await findChosenSettings(db, userId)
  return verdicts.some((kind) => channelsOf(settings, kind).letter !== 'off')
}

/** Turns letters about verdicts off, or on where they are off. */
export const setVerdictLetters = async (tx: Db, userId: number, wanted: boolean) => {
  const settings = await findChosenSettings(tx, userId)
  const others = verdicts.filter((kind) => (channelsOf(settings, kind).letter !== 'off') !== wanted)
  if (others.length > 0) await saveSettings(tx, userId, { kinds: withLetter(settings, others, wanted ? 'now' : 'off') })
}

/** Stops every letter about events; letters about the account and the law's are sent nevertheless. */
export const stopLetters = (db: Db, userId: number) =>
  db.transaction(async (tx) => {
    const settings = await findChosenSettings(tx, userId)
    await saveSettings(tx, userId, { kinds: withLetter(settings, NotificationType.options, 'off') })
  })

/** Whether no event is sent by letter. */
export const hasStoppedLetters = (settings: ChosenSettings) =>
  NotificationType.options.every((kind) => channelsOf(settings, kind).letter === 'off')
