import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { type DraftFields, essence } from '#web/drafts/draft-fields.ts'
import { ownDrafts } from '#web/drafts/drafts.queries.ts'
import { leftDrafts } from '#web/drafts/left-drafts.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'

/** A remark of a verdict that is being written; `before` marks what the last verdict already asked for. */
export interface DraftRemark {
  id?: number
  text: string
  done: boolean
  anchor?: Anchor | null
  before?: boolean
}

/** What is typed into the verdict before it is made. */
export interface VerdictDraft {
  comment: string
  remarks: DraftRemark[]
  /** A remark that is being typed. */
  remark: string
  score: number | string
}

/** A verdict that somebody has begun on an attempt. */
export interface BegunVerdict {
  attempt: number
  verdict: VerdictDraft
}

/** What is kept of a work's verdict; `earlier` is what was written for another attempt and not sent. */
export interface KeptVerdict extends BegunVerdict {
  earlier: BegunVerdict | null
}

const lines = (remarks: VerdictDraft['remarks']) =>
  remarks.map(({ text, done }) => `${done ? '✓ ' : ''}${text}`).join('\n')

/** The parts of a verdict, for two versions side by side. */
export const verdictFields: DraftFields<KeptVerdict> = {
  verdict: {
    remarks: { label: 'Что исправить', show: lines },
    remark: { label: 'Новое замечание' },
    comment: { label: 'Комментарий к решению' },
    score: { label: 'Баллы' },
  },
  attempt: { label: 'Попытка' },
  earlier: { label: 'К другой попытке', show: (earlier) => (earlier ? wordsOf(earlier.verdict) : '') },
}

/** A verdict nobody has typed into yet: it begins with what the last one left to fix. */
export const emptyVerdict = (task: Task, attempt: Attempt): VerdictDraft => {
  const before = task.attempts.findLast(({ number, review }) => number < attempt.number && review !== null)
  const left = (before?.review?.remarks ?? []).filter(({ done }) => !done)
  return {
    comment: '',
    remark: '',
    score: '',
    remarks: left.map(({ id, text, anchor }) => ({ id, text, done: false, anchor, before: true })),
  }
}

/** Whether somebody has put words or points of their own into it. */
export const isTouched = ({ comment, remark, score, remarks }: VerdictDraft) =>
  comment.trim() !== '' || remark.trim() !== '' || score !== '' || remarks.some(({ before }) => !before)

/** Somebody's own words in it. */
export const wordsOf = ({ comment, remarks, remark }: VerdictDraft) =>
  [comment, ...remarks.filter(({ before }) => !before).map(({ text }) => text), remark]
    .filter((line) => line.trim())
    .join('\n')

/** What was written for another attempt joins what is written for this one. */
export const joinVerdicts = (own: VerdictDraft, earlier: VerdictDraft): VerdictDraft => ({
  comment: [own.comment, earlier.comment].filter((text) => text.trim()).join('\n'),
  remarks: [...own.remarks, ...earlier.remarks.filter(({ before }) => !before)],
  remark: [own.remark, earlier.remark].filter((text) => text.trim()).join(' '),
  score: own.score === '' ? earlier.score : own.score,
})

const isRemark = (item: unknown) => {
  const { text, done } = (item ?? {}) as Record<string, unknown>
  return typeof text === 'string' && typeof done === 'boolean'
}

const readVerdict = (value: unknown): VerdictDraft | null => {
  const { comment, remarks, remark, score } = (value ?? {}) as Record<string, unknown>
  if (typeof comment !== 'string' || typeof remark !== 'string') return null
  if (!Array.isArray(remarks) || !remarks.every(isRemark)) return null
  return typeof score === 'number' || typeof score === 'string' ? { comment, remarks, remark, score } : null
}

const readBegun = (value: unknown): BegunVerdict | null => {
  const { attempt, verdict } = (value ?? {}) as Record<string, unknown>
  const own = readVerdict(verdict)
  return own && typeof attempt === 'number' ? { attempt, verdict: own } : null
}

const read = (value: unknown): KeptVerdict | null | undefined => {
  if (value === null) return null
  const begun = readBegun(value)
  return begun ? { ...begun, earlier: readBegun((value as Partial<KeptVerdict>).earlier) } : undefined
}

/** The name of a work's verdict among one's own drafts. */
export const verdictKey = (taskId: number) => `review:${taskId}`

/** Where a verdict is kept while it is written. */
export const verdictSource = (task: Task, userId: number): DraftSource<KeptVerdict | null> => ({
  ...ownDrafts(userId, verdictKey(task.id), read),
  equal: (a, b) => (a === null || b === null ? a === b : essence(verdictFields, a) === essence(verdictFields, b)),
  left: () =>
    task.attempts.flatMap(({ number }) =>
      leftDrafts([`verdict:${userId}:${task.id}:${number}`], (verdict) => ({
        value: { attempt: number, verdict, earlier: null },
        revision: 0,
      })),
    ),
})

/** What is written for this attempt, and what for another one. */
export const verdictsFor = (task: Task, attempt: Attempt, kept: KeptVerdict | null) => {
  const own = kept?.attempt === attempt.number ? kept.verdict : emptyVerdict(task, attempt)
  if (kept === null || kept.attempt === attempt.number) return { own, earlier: kept?.earlier ?? null }
  const { earlier, ...other } = kept
  return { own, earlier: isTouched(other.verdict) ? other : earlier }
}

/** What is kept once something has changed; null when nothing of one's own is left. */
export const keptVerdict = (
  task: Task,
  attempt: Attempt,
  verdict: VerdictDraft,
  earlier: BegunVerdict | null,
): KeptVerdict | null => {
  const isEmpty = JSON.stringify(verdict) === JSON.stringify(emptyVerdict(task, attempt))
  return isEmpty && earlier === null ? null : { attempt: attempt.number, verdict, earlier }
}
