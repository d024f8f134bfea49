import { programsApi } from '#contract/programs/programs.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The announcement of a course. */
export const programQuery = (id: number) => q(programsApi.get, { params: { id } })
