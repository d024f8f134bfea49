import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { ProjectOffer } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/app/act.ts'
import { reportError } from '#web/app/report-error.ts'
import { aheadQuery } from '#web/tasks/tasks.queries.ts'
import { toast } from '#web/ui/toasts.ts'

/** Declines the offer to make a project of a task, with a way to take that back; shown at once. */
export const useProjectOffer = (offer: ProjectOffer) => {
  const client = useQueryClient()
  const { queryKey } = aheadQuery
  const show = (isOffered: boolean) => {
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (known) => {
      if (!known) return known
      const { offer: _, ...others } = known
      return isOffered ? { ...others, offer } : others
    })
  }
  const { mutate } = useMutation({
    mutationFn: (isOffered: boolean) =>
      act(isOffered ? tasksApi.restoreOffer : tasksApi.declineOffer, { params: { id: offer.task_id } }),
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
