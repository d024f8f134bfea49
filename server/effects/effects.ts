import { undoTime } from '#contract/reviews/reviews.schema.ts'
import type { ChildOutcome } from '#server/auth/parent-letters.ts'
import type { Db } from '#server/db/database.ts'
import {
  deleteEffect,
  insertEffect,
  postponeEffect,
  takeDueEffect,
  takeHeldEffect,
} from '#server/effects/effects.repo.ts'

/** How a work was before a verdict that can still be taken back. */
export interface BeforeVerdict {
  score: number | null
  /** Since when the question that it answered had waited; null when it answered none. */
  question_at: string | null
  extension_asked: string | null
  /** Since when its reviewer had it open; null without a lease. */
  lease_since: string | null
  /** Revision of the draft that the verdict refilled; null when it left the draft alone. */
  refilled: number | null
  /** What students had said of the remarks that go on. */
  remarks: { id: number; fixed: boolean; answer: string }[]
  /** The version the verdict made of the review: whatever came later makes another. */
  review_revision: number
}

/** How a work was before it was given more time. */
export interface BeforeExtension {
  extended_until: string | null
  extension_asked: string | null
}

/** Every effect an act can have, with what it needs to know. */
export interface EffectPayloads {
  /** A letter with a link to set a new password; the link is made when it is sent, so no token is ever kept. */
  'reset-letter': { user_id: number }
  /** The same for an account that a curator opened. */
  'invitation-letter': { user_id: number }
  /** Asks to confirm an address; `opened`: a parent has just agreed to a child's account. The link is made when it is sent. */
  'confirm-letter': { user_id: number; opened?: true }
  /** Asks a parent to agree to a child's account: hash of the registration's token, in hex. */
  'parent-letter': { registration: string }
  /** What the parent's answer came to; there may be no account, so the address itself is here. */
  'child-letter': { email: string; outcome: ChildOutcome }
  /** Tells a parent what they agreed to, with a link to see it and take it back; the link is made when it is sent. */
  'consent-letter': { consent_id: number }
  /** Students were enrolled in a course. */
  'course-enrolled': { course_id: number; user_ids: number[]; actor_id: number }
  /** A lesson became readable for the students of its course. */
  'lesson-published': { lesson_id: number; actor_id: number }
  'task-liked': { task_id: number; actor_id: number }
  'task-commented': { entry_id: number }
  /**
   * A verdict, a reopening, an excuse or more time: the thread entry says which. What can be taken back carries how the
   * work was before: while this row is held back nobody was told, and the act is undone by deleting it.
   */
  'task-moved': {
    entry_id: number
    review_id?: number
    verdict?: BeforeVerdict
    extension?: BeforeExtension
    /** The act on many works that it belongs to. */
    batch_id?: number
  }
  /** A verdict by letter, to one student. */
  'verdict-letter': { review_id: number; user_id: number }
  /** Staff ask students not to forget a work. */
  'task-reminded': { task_id: number; actor_id: number; batch_id: number; text: string }
  /** A score was changed by hand; `from` is what the students know of. */
  'task-scored': {
    task_id: number
    actor_id: number
    from: number | null
    to: number | null
    reason: string
    at: string
  }
  /** A student joined or left the team of a work: the thread entry says which. */
  'team-changed': { entry_id: number }
  'application-declined': { application_id: number; actor_id: number }
  /** The school's answer to an application by letter. */
  'application-letter': { application_id: number }
  'project-liked': { project_id: number; actor_id: number }
  /** `answered_id`: the comment that it answers. */
  'project-commented': { comment_id: number; answered_id?: number }
  /** Staff removed what somebody had said; `key`: what the address of the project carried when they said it. */
  'project-comment-removed': {
    user_id: number
    project_id: number
    actor_id: number
    key: string | null
    reason: string
  }
  'project-hidden': { project_id: number; actor_id: number }
  /** Somebody is asked to be named as a co-author. */
  'project-author-asked': { project_id: number; user_id: number; actor_id: number }
  'project-author-agreed': { project_id: number; user_id: number }
  /** Says by letter until when a person may change their mind. */
  'erasure-letter': { user_id: number; erase_at: string }
  /** The same to the parent who agreed for a child. */
  'parent-erasure-letter': { user_id: number; erase_at: string }
  /** Tells a child that the parent has agreed again, and the account stays. */
  'kept-letter': { user_id: number }
  /** An account is erased, if the date still stands; `late`: once more, what calls wrote that were on their way. */
  'account-erased': { user_id: number; erase_at: string; late?: true }
  /** The bytes of a file or of an avatar whose owner was erased. */
  'bytes-erased': { file_id: string } | { avatar: string }
  /** The ten working days of a page's draft that was begun at `since` are about to be over. */
  'organisation-waits': { number: number; since: string }
  /** The same by letter, to one curator. */
  'organisation-letter': { number: number; since: string; user_id: number }
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

/** Until when what is done at `at` can be taken back, and its effects wait; both ISO 8601. */
export const undoUntil = (at: string) => new Date(Date.parse(at) + undoTime).toISOString()

/**
 * The payload of an effect that is still held back, taken away with its row; null when the worker has it or had it
 * already. Who gets it may undo the act in the same transaction: nobody was told, and nobody will be.
 */
export const takeBackEffect = async <Kind extends EffectKind>(
  tx: Db,
  kind: Kind,
  match: Partial<EffectPayloads[Kind]>,
): Promise<EffectPayloads[Kind] | null> => {
  const effect = await takeHeldEffect(tx, kind, match)
  if (!effect) return null
  await deleteEffect(tx, effect.id)
  return effect.payload as EffectPayloads[Kind]
}

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
