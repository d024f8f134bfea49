import { statementsApi } from '#contract/statements/statements.api.ts'
import { ofLink, q } from '#web/data/endpoint-query.ts'

/** Somebody's marks in the courses that the user may see. */
export const statementQuery = (id: number) => q(statementsApi.get, { params: { id } })

/** The marks of a parent's child. */
export const childStatementQuery = (token: string, id: number) =>
  q(statementsApi.ofChild, { params: { token, id } }, ofLink)
