import type { Verdict } from '#contract/reviews/reviews.schema.ts'

/**
 * Why a verdict cannot be given as it is, said at the comment; null while it can: a returned task needs something to
 * fix, in the comment or in an open remark.
 */
export const verdictProblem = (given: {
  verdict: Verdict['verdict']
  comment?: string | undefined
  remarks?: { done?: boolean | undefined }[] | undefined
}) =>
  given.verdict === 'returned' && !given.comment && !given.remarks?.some(({ done }) => !done)
    ? 'Чтобы вернуть работу, напишите, что в ней исправить.'
    : null
