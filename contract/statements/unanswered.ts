import type { StatementMark } from '#contract/statements/statements.schema.ts'

/** Whether a quiz or a tool has not been answered: it has no due date, and its day is only that of its lesson. */
export const isUnanswered = ({ quiz, mark }: StatementMark) => quiz !== null && mark === null
