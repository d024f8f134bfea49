import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { useAct } from '#web/app/act.ts'
import { inTurn } from '#web/app/endpoint-query.ts'
import { reportError } from '#web/app/report-error.ts'
import { toast } from '#web/ui/toasts.ts'
import { profileQuery } from '#web/users/users.queries.ts'

const moved = (ids: number[], from: number, to: number) => {
  const rest = ids.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ids[from] as number)
}

/** Puts one's published projects in order: shown and saved at once, one saving after another, and each can be taken back. */
export const useProjectsOrder = (userId: number, projects: ProjectCard[]) => {
  const client = useQueryClient()
  const { queryKey } = profileQuery(userId)
  const [said, setSaid] = useState('')
  const params = { id: userId }
  const saving = useAct(usersApi.orderProjects, (project_ids: number[]) => ({ params, body: { project_ids } }), {
    ...inTurn(usersApi.orderProjects, { params }),
    onError: (error) => reportError(error, 'Не удалось сохранить порядок'),
  })
  const set = (ids: number[]) => {
    // an answer that is on its way knows of the old order
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => {
      if (!before) return before
      const placeOf = ({ id }: ProjectCard) => ids.indexOf(id)
      return { user: { ...before.user, projects: before.user.projects.toSorted((a, b) => placeOf(a) - placeOf(b)) } }
    })
    saving.mutate(ids)
  }
  const move = (from: number, to: number) => {
    const before = projects.map(({ id }) => id)
    set(moved(before, from, to))
    const name = projects[from]?.name ?? ''
    setSaid(`«${name}»: место ${to + 1} из ${projects.length}`)
    toast({
      severity: 'success',
      summary: 'Порядок сохранён',
      key: 'projects-order',
      action: {
        label: 'Отменить',
        onClick: () => {
          set(before)
          setSaid('Порядок прежний')
        },
      },
    })
  }
  return { move, said }
}
