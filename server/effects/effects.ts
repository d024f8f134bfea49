import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import type { CuratorRight } from '#contract/users/curator-rights.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import type { Db } from '#server/db/database.ts'
import {
  deleteEffect,
  insertEffect,
  insertEffects,
  postponeEffect,
  type Queue,
  takeDueEffect,
  takeHeldEffect,
} from '#server/effects/effects.repo.ts'
import { failureReason, UnknownEffect } from '#server/effects/failure-reason.ts'
import type { Wanted } from '#server/registrations/wanted.ts'
import { readSchoolWords } from '#server/site/school-words.ts'

/** The state of a task before a verdict that can still be taken back. */
export interface BeforeVerdict {
  score: number | null
  /** When the question that the verdict answered was asked; null when it answered none. */
  question_at: string | null
  extension_asked: string | null
  /** When the reviewer opened it; null without a lease. */
  lease_since: string | null
  /** Revision of the draft that the verdict refilled; null when it left the draft alone. */
  refilled: number | null
  /** What students had answered to the remarks that stay open. */
  remarks: { id: number; fixed: boolean; answer: string }[]
  /** The version of the review that the verdict made: a later change makes another. */
  review_revision: number
}

/** The state of a task before it got more time. */
interface BeforeExtension {
  extended_until: string | null
  extension_asked: string | null
}

/** What staff are notified of. */
export type StaffNews =
  | { about: 'submitted'; task_id: number; attempt: number; actor_id: number }
  /** Tasks that were assigned to one reviewer at once. */
  | { about: 'given'; task_ids: number[]; user_id: number; actor_id: number }
  /** An entry of a thread: a student's question, or their request for more time. */
  | { about: 'asked'; entry_id: number }
  | { about: 'application'; application_id: number }
  | { about: 'report'; report_id: number }
  | { about: 'newcomer'; user_id: number }
  /** A parent has declined an account that the school opened. */
  | { about: 'declined'; user_id: number }

/** Every kind of effect, with its payload. */
export interface EffectPayloads {
  /** A letter with a link to reset a password; the link is made when it is sent, so no token is ever kept. */
  'reset-letter': { user_id: number }
  /** The same for an account that a curator opened. */
  'invitation-letter': { user_id: number }
  /**
   * Asks to confirm an address; `opened`: a parent has just agreed to a child's account. The link is made when it is
   * sent.
   */
  'confirm-letter': { user_id: number; opened?: true }
  /** A curator has let somebody in who had registered. */
  'registration-accepted': { user_id: number }
  /** A curator has refused somebody; the account is about to be erased, so the payload has the address itself. */
  'registration-declined': { email: string; reason: string }
  /** Mails somebody what has changed about their access. */
  'security-letter': {
    user_id: number
    news:
      | 'new-device'
      | 'password-changed'
      | 'email-changed'
      | 'role-changed'
      | 'rights-changed'
      | 'second-factor-removed'
      | 'recovery-codes-renewed'
      | 'passkey-removed'
      | 'identity-linked'
      | 'identity-removed'
    at: string
    device?: string
    network?: string
    email: string
    /** What is asked for beside the password after one was removed. */
    left?: 'code' | 'passkey' | null
    /** Whether every second factor was removed. */
    all?: boolean
    role?: RoleSlug
    rights?: CuratorRight[] | null
  }
  /** Asks a parent to agree to a child's account: hash of the registration's token, in hex. */
  'parent-letter': { registration: string }
  /**
   * Asks the parent at `email` of a child whose account the school opened; the link is made when it is sent. Without an
   * address it becomes one effect for each parent.
   */
  'child-account-letter': { user_id: number; email?: string }
  /** The parent's decision; there may be no account, so the payload has the address itself. */
  'child-letter': { email: string; outcome: 'known' | 'declined' }
  /** Sends a parent what they agreed to, with a link to see it and take it back; the link is made when it is sent. */
  'consent-letter': { consent_id: number }
  /**
   * Sends a parent a link to the page of their children; the link is made when it is sent. `renewed`: somebody has
   * asked for it who named this address, so only a parent who has a link gets another one.
   */
  'family-letter': { email: string; renewed?: true }
  /** The weekly letter of a parent who has wanted it since that moment; it plans the next one, `from` its own moment. */
  'family-news': { email: string; since: string; from?: string }
  /** Students were enrolled in a course; `has_letter`: a letter of its own is sent about this enrolment. */
  'course-enrolled': { course_id: number; user_ids: number[]; actor_id: number; has_letter?: boolean }
  /** The same students were enrolled in several courses at once. */
  'courses-enrolled': { course_ids: number[]; user_ids: number[]; actor_id: number }
  /** A lesson became readable for the students of its course. */
  'lesson-published': { lesson_id: number; actor_id: number }
  /** A student asked under a lesson. */
  'question-asked': { question_id: number }
  /** The question was answered for the first time. */
  'question-answered': { question_id: number }
  /** A student has read a lesson; it may have been the last one of the course. */
  'lesson-read': { course_id: number; user_id: number }
  /** The moment of an announcement has come. */
  'announcement-shown': { announcement_id: number }
  'task-liked': { task_id: number; actor_id: number }
  'task-commented': { entry_id: number }
  /**
   * A verdict, a reopening, an excuse or more time: see the thread entry. What can be taken back has the previous state
   * of the task: while this row is held back nobody was notified, and deleting it undoes the act.
   */
  'task-moved': {
    entry_id: number
    review_id?: number
    verdict?: BeforeVerdict
    extension?: BeforeExtension
    /** The act on many tasks that it belongs to. */
    batch_id?: number
  }
  /** Something that staff deal with has come: see `staff-news.effects.ts`. */
  'staff-notified': StaffNews
  /** Staff remind students of a task. */
  'task-reminded': { task_id: number; actor_id: number; batch_id: number; text: string }
  /** A score was changed by hand; `from` is the score that the students were shown. */
  'task-scored': {
    task_id: number
    actor_id: number
    from: number | null
    to: number | null
    reason: string
    at: string
  }
  /** A student joined or left the team of a task: see the thread entry. */
  'team-changed': { entry_id: number }
  'application-declined': { application_id: number; actor_id: number }
  /** The school's decision on an application by letter. */
  'application-letter': { application_id: number }
  'project-liked': { project_id: number; actor_id: number }
  /** `answered_id`: the comment that it answers. */
  'project-commented': { comment_id: number; answered_id?: number }
  /** Staff removed somebody's comment; `key`: the key in the project's address when they wrote it. */
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
  /** Notifies a receiver of a handover; `ended`: everybody concerned that it has returned. */
  'handover-letter': { handover_id: number; user_id: number; ended?: true }
  /** The day on which a handover returns. */
  'handover-over': { handover_id: number }
  /** Sends a letter about when the account will be erased, and how to cancel it. */
  'erasure-letter': { user_id: number; erase_at: string }
  /** The same for the parent who agreed for a child. */
  'parent-erasure-letter': { user_id: number; erase_at: string }
  /** Notifies a child that the parent has agreed again, and the account stays. */
  'kept-letter': { user_id: number }
  /**
   * Erases an account, if the date is still valid; `wanted`: what somebody had registered for who was refused; `late`:
   * again, for what calls under way have written; `successor_id`: takes over courses that nobody else teaches.
   */
  'account-erased': { user_id: number; erase_at: string; wanted?: Wanted; late?: true; successor_id?: number }
  /** Notifies somebody who teaches the courses of an erased person from now on. */
  'courses-passed': { user_id: number; course_ids: number[] }
  /** The bytes of a file or of an avatar whose owner was erased. */
  'bytes-erased': { file_id: string } | { avatar: string }
  /** The ten working days of a page's draft that was begun at `since` are nearly over. */
  'organisation-waits': { number: number; since: string }
  /** The same by letter, to one curator. */
  'organisation-letter': { number: number; since: string; user_id: number }
  /** Tries to send a message to another program; a failed attempt is followed by another effect. */
  'webhook-due': { delivery_id: number; webhook_id: number }
}
export type EffectKind = keyof EffectPayloads

/** Carries effects out, inside the transaction that deletes the row: both happen, or neither. */
export type EffectHandlers = { [Kind in EffectKind]: (db: Db, payload: EffectPayloads[Kind]) => Promise<void> }

/**
 * Writes an effect beside the act itself: call it in the act's transaction. It is not carried out before `visibleAt`.
 */
export const addEffect = <Kind extends EffectKind>(
  tx: Db,
  kind: Kind,
  payload: EffectPayloads[Kind],
  visibleAt?: string,
) => insertEffect(tx, kind, payload, visibleAt)

/**
 * Writes several effects of a kind, in one statement; `visibleAt` has the moment of each, without it they are due at
 * once.
 */
export const addEffects = <Kind extends EffectKind>(
  tx: Db,
  kind: Kind,
  payloads: EffectPayloads[Kind][],
  visibleAt?: string[],
) => insertEffects(tx, kind, payloads, visibleAt)

/** Until when what is done at `at` can be taken back, and its effects wait; both ISO 8601. */
export const undoUntil = (at: string) => new Date(Date.parse(at) + undoTimeMs).toISOString()

/**
 * Deletes an effect that is still held back and returns its payload; null when the worker has or had it. The caller may
 * undo the act in the same transaction: nobody was notified, and nobody will be.
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

/**
 * Carries out everything that is due, of one queue or of both. A failed effect is postponed, in the end set aside, and
 * the next one follows. No other follows once `signal` is aborted. Returns how many succeeded.
 */
export const runDueEffects = async (
  db: Db,
  handlers: EffectHandlers,
  onError: (error: unknown) => void,
  queue?: Queue,
  signal?: AbortSignal,
) => {
  let done = 0
  while (!signal?.aborted) {
    let current: number | null = null
    try {
      const taken = await db.transaction(async (tx) => {
        const effect = await takeDueEffect(tx, queue)
        if (!effect) return false
        current = effect.id
        if (done === 0) await readSchoolWords(tx)
        const handler = handlers[effect.kind as EffectKind] as ((db: Db, payload: unknown) => Promise<void>) | undefined
        if (!handler) throw new UnknownEffect(`There is no effect «${effect.kind}».`)
        await handler(tx, effect.payload)
        await deleteEffect(tx, effect.id)
        return true
      })
      if (!taken) return done
      done += 1
    } catch (error) {
      onError(error)
      if (current === null) return done
      await postponeEffect(db, current, failureReason(error))
    }
  }
  return done
}

/** How often the worker looks for due effects, in milliseconds. */
const pollIntervalMs = 300

/** Starts the one worker of this process for a queue; `stop` waits for its current effect. */
export const startEffects = (db: Db, handlers: EffectHandlers, onError: (error: unknown) => void, queue: Queue) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  const turn = () => {
    running = runDueEffects(db, handlers, onError, queue, closing.signal)
      .catch(onError)
      .finally(() => {
        if (!closing.signal.aborted) timer = setTimeout(turn, pollIntervalMs)
      })
  }
  turn()
  return {
    stop: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}
