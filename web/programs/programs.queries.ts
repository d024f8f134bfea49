import { queryOptions } from '@tanstack/react-query'
import { programsApi } from '#contract/programs/programs.api.ts'
import { call } from '#web/app/call.ts'

/** The announcement of a course. */
export const programQuery = (id: number) =>
  queryOptions({
    queryKey: ['programs', id],
    queryFn: ({ signal }) => call(programsApi.get, { params: { id } }, signal),
  })
