import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CellChange, Journal } from '#contract/journal/journal.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { ApiError } from '#web/data/api-error.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'

/**
 * Changes reach the server one after another: the last score of a cell counts, and the message is about the last one.
 */
export const inJournal = { id: 'journal' }

/** A change of a cell on this page. */
export interface OwnCellChange extends CellChange {
  /** Whether the student was absent before, as the cell showed: for the undo of an absence. */
  was_absent?: boolean
  /** The server may have another absence than that: nobody has answered when it was changed. */
  absence_unsure?: boolean
}

/** A total as it is set: `from` is what is shown before it. */
export interface SetTotal {
  periodId: number
  student: { id: number }
  from: number | null
  to: number | null
  /** Whether it was taken over from the one that is proposed, which follows from marks. */
  isProposed?: boolean
}

/** How much an assignment counts; `from` is what is shown before it. */
export interface SetWeight {
  /** Who has changed it: nobody else sends it. */
  userId: number
  assignmentId: number
  from: number
  to: number
  lesson: string
  /** Withdraws what did not reach the server, as far as anybody knows. */
  isUndo?: boolean
  /** Takes back a change that was saved. */
  isBack?: boolean
}

/** A change of a value on this page. */
export type OwnChange = OwnCellChange | SetTotal | SetWeight

/** The cell that a change is about. */
export const cellIn = (
  { rows }: Journal,
  { student_id, assignment_id }: Pick<CellChange, 'student_id' | 'assignment_id'>,
) => rows.find(({ student }) => student.id === student_id)?.cells.find((cell) => cell.assignment_id === assignment_id)

/** What one call changes in a journal. */
export type SendKind = 'score' | 'cells' | 'totals' | 'weight'

/** The `meta` of a mutation: what it sends, and in which journal. */
export const sends = (kind: SendKind, courseId: number) => ({ journal: { kind, courseId } })

/** Whether somebody has made a change who is still signed in: nobody else is shown it, or sends it. */
export const isOwn = ({ userId }: { userId: number }) => userId === currentUser()?.id

const isPending = ({ options, state }: Mutation) =>
  options.scope?.id === inJournal.id && isOwn(state.variables as { userId: number })

const pending = { status: 'pending', predicate: isPending } as const

const findPending = (client: QueryClient) => client.getMutationCache().findAll(pending)

const sendsOf = ({ meta, state }: Mutation) =>
  meta ? [{ ...(meta as ReturnType<typeof sends>).journal, sent: state.variables as object }] : []

/** What the server has not responded to, as it is sent. */
export const pendingSends = (client: QueryClient) => findPending(client).flatMap(sendsOf)

/** The changes of one call. */
export const changesOf = (sent: object): OwnChange[] => {
  const { cells, totals } = sent as { cells?: OwnCellChange[]; totals?: SetTotal[] }
  return cells ?? totals ?? [sent as SetWeight]
}

const changesIn = (courseId: number) => (mutation: unknown) =>
  sendsOf(mutation as Mutation).flatMap((each) => (each.courseId === courseId ? changesOf(each.sent) : []))

/** The changes in a course that the server has not responded to, in the order in which they are sent. */
export const pendingChanges = (client: QueryClient, courseId: number) =>
  findPending(client).flatMap(changesIn(courseId))

/** The same for a screen, which follows them. */
export const usePendingChanges = (courseId: number) => {
  const sent = useMutationState({ filters: pending, select: changesIn(courseId) })
  return useMemo(() => sent.flat(), [sent])
}

/** The outcome of a change. Of a lost one nobody knows whether the server has saved it. */
type Outcome = 'saved' | 'refused' | 'lost'

const outcomes = new WeakMap<OwnChange, Outcome>()

export const settle = (changes: OwnChange[], outcome: Outcome) => {
  for (const change of changes) outcomes.set(change, outcome)
}

/** The outcome of changes that failed. What keeps a repeat from being read says nothing of a try that was lost. */
export const settleFailed = (changes: OwnChange[], error: unknown) => {
  const isRefused = error instanceof ApiError && error.status < 500
  const isRead = judgeFailure(error) === 'refused'
  const isLost = (change: OwnChange) => outcomes.get(change) === 'lost'
  settle(isRefused && !isRead ? changes.filter((change) => !isLost(change)) : changes, isRefused ? 'refused' : 'lost')
}

/** What a change follows from was not saved. */
export class MarksMissing extends Error {
  missing: OwnChange[]

  constructor(missing: OwnChange[]) {
    super('What this follows from was not saved.')
    this.missing = missing
  }
}

/** Those of the changes that the server has not saved, as far as anybody knows. */
export const notSaved = (changes: OwnChange[]) => changes.filter((change) => outcomes.get(change) !== 'saved')

/** Checks that the server has saved all of these; throws `MarksMissing`. */
export const checkSaved = (changes: OwnChange[]) => {
  const missing = notSaved(changes)
  if (missing.length > 0) throw new MarksMissing(missing)
}

type Value = number | string | null | undefined

/** What a change sets, but for an absence: a comment, a score or a total. */
const setBy = (change: OwnChange): Value => {
  if ('to' in change) return change.to
  return change.comment === undefined ? change.score : change.comment
}
const expectedBy = (change: OwnChange): Value => {
  if ('to' in change) return change.from
  return change.comment === undefined ? change.expected : change.expected_comment
}
const expecting = <Change extends OwnChange>(change: Change, value: Value): Change => {
  if ('to' in change) return { ...change, from: value as number | null }
  return change.comment === undefined
    ? { ...change, expected: value as number | null }
    : { ...change, expected_comment: value as string }
}

/** The person's own change of the same value before a change, which was pending or unsaved when that one was made. */
const earlierOf = new WeakMap<OwnChange, OwnChange>()

/** The same of changes that an earlier page has left. */
const keptBases = new WeakMap<OwnChange, Value[]>()
export const restoreBases = (change: OwnChange, bases: Value[]) => void keptBases.set(change, bases)

/**
 * What the server may have for a change to replace without a question: what the person was shown, or what their own
 * change before it has left. A refused one has left what it should have replaced, a lost one that or its own value.
 */
export const basesOf = (change: OwnChange): Value[] => {
  const [earlier, kept] = [earlierOf.get(change), keptBases.get(change)]
  if (!earlier) return kept ?? [expectedBy(change)]
  const outcome = outcomes.get(earlier)
  if (outcome === 'saved') return [setBy(earlier)]
  return outcome === 'refused' ? basesOf(earlier) : [...basesOf(earlier), setBy(earlier)]
}

/** Notes that a change was made after another own one of the same value, if it takes the place of that. */
export const follow = (change: OwnChange, earlier: OwnChange | undefined) => {
  const expected = expectedBy(change)
  if (earlier && expected !== undefined && [...basesOf(earlier), setBy(earlier)].includes(expected))
    earlierOf.set(change, earlier)
}

/**
 * Whether a journal that has what a change sets shows that it was saved: not where that is what the server may have had
 * before.
 */
export const showsSaved = (change: OwnChange) => {
  if (expectedBy(change) === undefined) return !('absence_unsure' in change && change.absence_unsure)
  const bases = basesOf(change)
  return bases.length === 1 || !bases.includes(setBy(change))
}

/** A part of a change; its score, or its comment, is made after what that of the whole was made after. */
export const partOf = (change: OwnCellChange, part: OwnCellChange) => {
  const [earlier, kept] = [earlierOf.get(change), keptBases.get(change)]
  if (earlier && expectedBy(part) !== undefined) earlierOf.set(part, earlier)
  if (kept && expectedBy(part) !== undefined) keptBases.set(part, kept)
  return part
}

/**
 * Sends changes that expect what the person's own changes before them have left. If the server has a value that one of
 * the person's own earlier changes may have left, sends again expecting that one. Returns them as they were saved.
 * `nowOf` is the value that a refusal is about: undefined for a change that it is not about.
 */
export const sendOnOwn = async <Changes extends OwnChange[], Response>(
  changes: Changes,
  send: (changes: Changes) => Promise<Response>,
  nowOf: (error: unknown, change: Changes[number]) => Value,
): Promise<{ response: Response; sent: Changes }> => {
  const untried = changes.map((change) => [...basesOf(change)])
  const based = (change: Changes[number], index: number, value: Value) => {
    const bases = untried[index]
    if (!bases?.includes(value)) return null
    bases.splice(bases.indexOf(value), 1)
    return value === undefined ? change : expecting(change, value)
  }
  let sent = changes.map((change, index) => based(change, index, basesOf(change)[0]) ?? change) as Changes
  for (;;) {
    try {
      return { response: await send(sent), sent }
    } catch (error) {
      const again = sent.map((change, index) => {
        const now = nowOf(error, change)
        return now === undefined ? change : (based(change, index, now) ?? change)
      })
      if (again.every((change, index) => change === sent[index])) throw error
      sent = again as Changes
    }
  }
}
