import type { Db } from '#server/db/database.ts'
import { deleteEffect, insertEffect, postponeEffect, takeDueEffect } from '#server/effects/effects.repo.ts'

/** Every effect an act can have, with what it needs to know. */
export interface EffectPayloads {
  /** A letter with a link to set a new password; the link is made when it is sent, so no token is ever kept. */
  'reset-letter': { user_id: number }
  /** The same for an account that a curator opened. */
  'invitation-letter': { user_id: number }
  /** Students were enrolled in a course. */
  'course-enrolled': { course_id: number; user_ids: number[]; actor_id: number }
  /** A lesson became readable for the students of its course. */
  'lesson-published': { lesson_id: number; actor_id: number }
  'task-liked': { task_id: number; actor_id: number }
  'task-commented': { entry_id: number }
  /** A verdict, a reopening or an excuse: the thread entry says which. */
  'task-moved': { entry_id: number }
  'project-liked': { project_id: number; actor_id: number }
  'project-commented': { comment_id: number }
  'project-hidden': { project_id: number; actor_id: number }
}
export type EffectKind = keyof EffectPayloads

/** Carries effects out, inside the transaction that takes the row away: done and forgotten together, or neither. */
export type EffectHandlers = { [Kind in EffectKind]: (db: Db, payload: EffectPayloads[Kind]) => Promise<void> }

/** Writes an effect beside the act itself: call it with the act's transaction. Not carried out before `visibleAt`. */
export const addEffect = <Kind extends EffectKind>(
  tx: Db,
  kind: Kind,
  payload: EffectPayloads[Kind],
  visibleAt?: string,
) => insertEffect(tx, kind, payload, visibleAt)

/** Carries out everything that is due. A failure puts that effect off and goes on. Returns how many succeeded. */
export const runDueEffects = async (db: Db, handlers: EffectHandlers, onError: (error: unknown) => void) => {
  let done = 0
  for (;;) {
    let current: number | null = null
    try {
      const taken = await db.transaction(async (tx) => {
        const effect = await takeDueEffect(tx)
        if (!effect) return false
        current = effect.id
        const handler = handlers[effect.kind as EffectKind] as (db: Db, payload: unknown) => Promise<void>
        await handler(tx, effect.payload)
        await deleteEffect(tx, effect.id)
        return true
      })
      if (!taken) return done
      done += 1
    } catch (error) {
      onError(error)
      if (current === null) return done
      await postponeEffect(db, current, String(error))
    }
  }
}

/** How often the worker looks for effects that are due, in milliseconds. */
const pollInterval = 300

/** Starts the one worker of this process; `stop` waits for what it is doing. */
export const startEffects = (db: Db, handlers: EffectHandlers, onError: (error: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const turn = () => {
    running = runDueEffects(db, handlers, onError)
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, pollInterval)
      })
  }
  turn()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
