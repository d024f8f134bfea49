import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { levelNames } from '#contract/reviews/level-names.ts'
import { type CriterionLevel, maxRemarkLength, type Review } from '#contract/reviews/reviews.schema.ts'
import { isTouched, verdictKey } from '#contract/reviews/verdict-draft.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { type DraftFields, essence } from '#web/drafts/draft-fields.ts'
import { ownDrafts } from '#web/drafts/drafts.queries.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'
import { anchorText } from '#web/reviews/task/anchor-text.ts'

/** A remark of a verdict that is being written; `before` marks what the last verdict already asked for. */
export interface DraftRemark {
  id?: number
  text: string
  done: boolean
  anchor?: Anchor | null
  before?: boolean
}

/** How a criterion is judged in a verdict that is being written; one that nobody has touched has none. */
export interface DraftCriterion {
  criterion_id: number
  level: CriterionLevel | null
  note: string
}

/** What is typed into the verdict before it is made. */
export interface VerdictDraft {
  comment: string
  remarks: DraftRemark[]
  /** A remark that is being typed. */
  remark: string
  score: number | string
  criteria: DraftCriterion[]
}

/** A change of it; a function is given what it is by then. */
export type VerdictChange = Partial<VerdictDraft> | ((now: VerdictDraft) => Partial<VerdictDraft>)

/** A verdict that somebody has begun on an attempt. */
export interface BegunVerdict {
  attempt: number
  verdict: VerdictDraft
}

/** What is kept of a task's verdict; `earlier` is what was written for another attempt and not sent. */
export interface KeptVerdict extends BegunVerdict {
  earlier: BegunVerdict | null
}

/** A remark's parts in one order: the database keeps an object's in its own. */
const partsOf = ({ id, text, done, anchor, before }: DraftRemark) => [
  id ?? null,
  text,
  done,
  anchor ? Object.entries(anchor).sort(([a], [b]) => (a < b ? -1 : 1)) : null,
  before === true,
]

const lines = (remarks: VerdictDraft['remarks']) =>
  remarks.map(({ text, done }) => `${done ? '✓ ' : ''}${text}`).join('\n')

const judged = (criteria: Criterion[]) => (judgements: DraftCriterion[]) =>
  criteria
    .flatMap(({ id, name }) => {
      const own = judgements.find(({ criterion_id }) => criterion_id === id)
      return own ? [`${name}: ${own.level ? levelNames[own.level] : 'не отмечено'}${own.note && `. ${own.note}`}`] : []
    })
    .join('\n')

/** The parts of a verdict by the criteria of its assignment, for two versions side by side. */
export const verdictFields = (criteria: Criterion[]): DraftFields<KeptVerdict> => ({
  verdict: {
    criteria: {
      label: 'Критерии',
      of: (judgements) => judgements.map(({ criterion_id, level, note }) => [criterion_id, level, note]),
      show: judged(criteria),
    },
    remarks: { label: 'Что исправить', of: (remarks) => remarks.map(partsOf), show: lines },
    remark: { label: 'Новое замечание' },
    comment: { label: 'Комментарий к решению' },
    score: { label: 'Баллы' },
  },
  attempt: { label: 'Попытка' },
  earlier: { label: 'К другой попытке', show: (earlier) => (earlier ? textOf(earlier.verdict) : '') },
})

const same = (a: KeptVerdict, b: KeptVerdict) => essence(verdictFields([]), a) === essence(verdictFields([]), b)

/** Whether two verdicts say the same; null is none. */
export const sameVerdict = (a: KeptVerdict | null, b: KeptVerdict | null) =>
  a === null || b === null ? a === b : same(a, b)

/** The verdict in force before this attempt. */
export const lastReview = (task: Task, attempt: Attempt) =>
  task.attempts.findLast(({ number, review }) => number < attempt.number && review !== null)?.review ?? null

/** A verdict nobody has typed into yet: it begins with what the last one left to fix. */
export const emptyVerdict = (task: Task, attempt: Attempt): VerdictDraft => {
  const left = (lastReview(task, attempt)?.remarks ?? []).filter(({ done }) => !done)
  return {
    comment: '',
    remark: '',
    score: '',
    criteria: [],
    remarks: left.map(({ id, text, anchor }) => ({ id, text, done: false, anchor, before: true })),
  }
}

/** A verdict that was made, as it was typed: for one that is undone after the page was reloaded. */
export const verdictAsTyped = (attempt: Attempt, review: Review): KeptVerdict => ({
  attempt: attempt.number,
  earlier: null,
  verdict: {
    comment: review.comment,
    remark: '',
    score: review.score ?? '',
    criteria: review.criteria.map(({ criterion_id, level, note }) => ({ criterion_id, level, note })),
    remarks: review.remarks.map(({ id, text, done, anchor, attempt: first }) =>
      first < attempt.number ? { id, text, done, anchor, before: true } : { text, done, anchor },
    ),
  },
})

/** Somebody's own text in it. */
export const textOf = ({ comment, remarks, remark, criteria }: VerdictDraft) =>
  [
    comment,
    ...remarks.filter(({ before }) => !before).map(({ text }) => text),
    remark,
    ...criteria.map(({ note }) => note),
  ]
    .filter((line) => line.trim())
    .join('\n')

/** Why the remark that is being typed cannot be added, said at its field: what was put into it together may be longer. */
export const remarkProblem = (remark: string) => {
  const { length } = remark.trim()
  return length > maxRemarkLength ? `Не длиннее ${maxRemarkLength} знаков, сейчас ${length}. Разделите на два.` : null
}

/** A remark without its place, which is in another attempt: there its file or its passage may not exist, or be another. */
export const withoutPlace = ({ anchor, ...remark }: DraftRemark): DraftRemark => {
  const text = anchor ? `${remark.text} (${anchorText(anchor)})` : remark.text
  return { ...remark, text: text.length > maxRemarkLength ? remark.text : text }
}

/** Joins what was written for another attempt with what is written for this one. */
export const joinVerdicts = (own: VerdictDraft, earlier: VerdictDraft): VerdictDraft => ({
  comment: [own.comment, earlier.comment].filter((text) => text.trim()).join('\n'),
  remarks: [...own.remarks, ...earlier.remarks.filter(({ before }) => !before).map(withoutPlace)],
  remark: [own.remark, earlier.remark].filter((text) => text.trim()).join(' '),
  score: own.score === '' ? earlier.score : own.score,
  criteria: [
    ...own.criteria,
    ...earlier.criteria.filter(
      ({ criterion_id }) => !own.criteria.some((other) => other.criterion_id === criterion_id),
    ),
  ],
})

/** Everything that was written and not sent, whatever attempt it was for, as one; null when there is nothing. */
export const unsentOf = (kept: KeptVerdict | null): BegunVerdict | null => {
  const begun = [kept, kept?.earlier ?? null].filter((one) => one !== null && isTouched(one.verdict))
  const [first, second] = begun as BegunVerdict[]
  if (!first) return null
  return { attempt: first.attempt, verdict: second ? joinVerdicts(first.verdict, second.verdict) : first.verdict }
}

/** The judgement of one criterion changed; one that says nothing any more is left out. */
export const withCriterion = (
  criteria: DraftCriterion[],
  id: number,
  changes: Partial<Pick<DraftCriterion, 'level' | 'note'>>,
): DraftCriterion[] => {
  const known = criteria.find(({ criterion_id }) => criterion_id === id)
  const next = { criterion_id: id, level: null, note: '', ...known, ...changes }
  const others = criteria.filter((other) => other !== known)
  return next.level === null && next.note === '' ? others : [...others, next].sort(byId)
}

const byId = (a: DraftCriterion, b: DraftCriterion) => a.criterion_id - b.criterion_id

const isRemark = (item: unknown) => {
  const { text, done } = (item ?? {}) as Record<string, unknown>
  return typeof text === 'string' && typeof done === 'boolean'
}

const levels: unknown[] = ['met', 'partly', 'not', null]

const isCriterion = (item: unknown) => {
  const { criterion_id, level, note } = (item ?? {}) as Record<string, unknown>
  return typeof criterion_id === 'number' && levels.includes(level) && typeof note === 'string'
}

const readVerdict = (value: unknown): VerdictDraft | null => {
  // drafts from before criteria were judged have none
  const { comment, remarks, remark, score, criteria = [] } = (value ?? {}) as Record<string, unknown>
  if (typeof comment !== 'string' || typeof remark !== 'string') return null
  if (!Array.isArray(remarks) || !remarks.every(isRemark)) return null
  if (!Array.isArray(criteria) || !criteria.every(isCriterion)) return null
  return typeof score === 'number' || typeof score === 'string' ? { comment, remarks, remark, score, criteria } : null
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

/** Where a verdict is kept while it is written. */
export const verdictSource = (task: Pick<Task, 'id'>, userId: number): DraftSource<KeptVerdict | null> => ({
  ...ownDrafts(userId, verdictKey(task.id), read),
  equal: sameVerdict,
})

/** What is written for this attempt, and what for another one. */
export const verdictsFor = (task: Task, attempt: Attempt, kept: KeptVerdict | null) => {
  const own = kept?.attempt === attempt.number ? kept.verdict : emptyVerdict(task, attempt)
  if (kept === null || kept.attempt === attempt.number) return { own, earlier: kept?.earlier ?? null }
  const { earlier, ...other } = kept
  return { own, earlier: isTouched(other.verdict) ? other : earlier }
}

/** What is kept after a change; null when nothing typed is left. */
export const keptVerdict = (
  task: Task,
  attempt: Attempt,
  verdict: VerdictDraft,
  earlier: BegunVerdict | null,
): KeptVerdict | null => {
  const kept = { attempt: attempt.number, verdict, earlier }
  const isEmpty = earlier === null && same(kept, { ...kept, verdict: emptyVerdict(task, attempt) })
  return isEmpty ? null : kept
}
