import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/data/query-client.ts'
import { listSaved } from '#web/offline/save-course.ts'

/** The courses that are saved on this device. */
export const savedQuery = queryOptions({
  queryKey: ['saved-courses'],
  queryFn: listSaved,
  staleTime: 0,
})

/** After one was saved or removed. */
export const savedChanged = () => queryClient.invalidateQueries({ queryKey: savedQuery.queryKey })
