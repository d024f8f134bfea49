import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { useAct } from '#web/data/act.ts'
import { inTurn } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { moved } from '#web/ui/moved.ts'
import { toast } from '#web/ui/toasts.ts'
import { useReorder } from '#web/ui/use-reorder.ts'
import { profileQuery } from '#web/users/users.queries.ts'

/**
 * Puts the published projects of a profile in order: shown and saved at once, one save after another, and each can be
 * undone. A dragged project is saved where it is dropped.
 */
export const useProjectsOrder = (userId: number, projects: ProjectCard[]) => {
  const client = useQueryClient()
  const { queryKey } = profileQuery(userId)
  const params = { id: userId }
  const saving = useAct(usersApi.orderProjects, (project_ids: number[]) => ({ params, body: { project_ids } }), {
    ...inTurn(usersApi.orderProjects, { params }),
    onError: (error) => reportError(error, 'Не удалось сохранить порядок'),
  })
  const ids = projects.map(({ id }) => id)
  const show = (next: number[]) => {
    // a response on its way has the old order
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => {
      if (!before) return before
      const placeOf = ({ id }: ProjectCard) => next.indexOf(id)
      return { user: { ...before.user, projects: before.user.projects.toSorted((a, b) => placeOf(a) - placeOf(b)) } }
    })
  }
  const save = (before: number[], next: number[]) => {
    saving.mutate(next)
    toast({
      severity: 'success',
      summary: 'Порядок сохранён',
      key: 'projects-order',
      action: {
        label: 'Отменить',
        onClick: () => {
          show(before)
          saving.mutate(before)
          reorder.announce('Порядок прежний')
        },
      },
    })
  }
  // the order before a project was dragged, and the one shown by now
  const drag = useRef<{ before: number[]; next: number[] }>(undefined)
  const reorder = useReorder<number>({
    ids,
    nameOf: (id) => `«${projects.find((project) => project.id === id)?.name ?? ''}»`,
    move: (id, to) => {
      const next = moved(ids, (other) => other === id, to)
      show(next)
      if (reorder.dragged === null) save(ids, next)
      else drag.current = { before: drag.current?.before ?? ids, next }
    },
    onDrop: () => {
      const dropped = drag.current
      drag.current = undefined
      if (dropped && dropped.before.join() !== dropped.next.join()) save(dropped.before, dropped.next)
    },
  })
  return reorder
}
