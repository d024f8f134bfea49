import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { failureReason } from '#server/effects/failure-reason.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type Channel, retryLater, takeRecipient } from '#server/notifications/deliveries.repo.ts'
import { sendDueLetter } from '#server/notifications/send-letters.ts'
import { sendDuePush } from '#server/notifications/send-push.ts'

interface Means {
  db: Db
  config: Config
  mailer: Mailer
  onError: (error: unknown) => void
  /** Aborted when nothing more is to be sent. */
  signal?: AbortSignal
}

/**
 * Sends everything that is due by a channel, one person at a time. What fails is tried again after growing pauses, in
 * the end set aside. Returns how many people were served.
 */
export const runDueDeliveries = async ({ db, config, mailer, onError, signal }: Means, channel: Channel) => {
  let done = 0
  while (!signal?.aborted) {
    const taken: { userId: number | null } = { userId: null }
    try {
      await db.transaction(async (tx) => {
        const userId = await takeRecipient(tx, channel)
        taken.userId = userId
        if (userId === null) return
        await (channel === 'letter' ? sendDueLetter(tx, config, mailer, userId) : sendDuePush(tx, config, userId))
      })
      if (taken.userId === null) return done
      done += 1
    } catch (error) {
      onError(error)
      if (taken.userId === null) return done
      await retryLater(db, taken.userId, channel, failureReason(error))
    }
  }
  return done
}

/** How often the workers look for due deliveries, in milliseconds. */
const pollIntervalMs = 500

/**
 * Starts one worker for each channel, apart from the effects: ten thousand letters must not keep a verdict waiting.
 * `stop` waits for what is being sent.
 */
export const startDeliveries = (given: Means) => {
  const closing = new AbortController()
  const means = { ...given, signal: closing.signal }
  const start = (channel: Channel) => {
    let timer: NodeJS.Timeout | undefined
    let running: Promise<unknown> = Promise.resolve()
    const turn = () => {
      running = runDueDeliveries(means, channel)
        .catch(means.onError)
        .finally(() => {
          if (!closing.signal.aborted) timer = setTimeout(turn, pollIntervalMs)
        })
    }
    turn()
    return async () => {
      clearTimeout(timer)
      await running
    }
  }
  const stops = [start('letter'), start('push')]
  return {
    stop: async () => {
      closing.abort()
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
