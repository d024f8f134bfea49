import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#contract/http/endpoint.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { ProjectOffer } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { inTurn } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { aheadQuery } from '#web/tasks/tasks.queries.ts'
import { toast } from '#web/ui/toasts.ts'

type Ahead = CallResponse<typeof tasksApi.ahead>

/** Declines the offer to make a project of a task, with a way to take that back; shown at once. */
export const useProjectOffer = (offer: ProjectOffer) => {
  const client = useQueryClient()
  const params = { id: offer.task_id }
  const show = (isOffered: boolean) =>
    changeLoaded<Ahead>(client, aheadQuery.queryKey, ({ offer: _, ...others }) =>
      isOffered ? { ...others, offer } : others,
    )
  const { mutate } = useMutation({
    mutationFn: (isOffered: boolean) => act(isOffered ? tasksApi.restoreOffer : tasksApi.declineOffer, { params }),
    // taken back at once, it reaches the server after it was declined there
    ...inTurn(tasksApi.declineOffer, { params }),
    onMutate: show,
    onError: (error, isOffered) => {
      show(!isOffered)
      reportError(error)
    },
  })
  return () => {
    mutate(false)
    toast({
      severity: 'info',
      summary: 'Больше не предложим',
      detail: 'Проект всегда можно сделать на странице работы.',
      action: { label: 'Вернуть', onClick: () => mutate(true) },
      key: `offer-${offer.task_id}`,
    })
  }
}
