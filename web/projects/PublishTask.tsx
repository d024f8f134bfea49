import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

const PublishDialog = lateDialog(() => import('#web/projects/PublishDialog.tsx'))

/**
 * The way from an accepted task to its project: publishes it, or leads to the existing one. `brief` leaves out which.
 */
export const PublishTask = ({ task, userId, brief = false }: { task: Task; userId: number; brief?: boolean }) => {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const { project } = task
  if (project && !open) {
    return (
      <Stack gap={2.5} size={3} anywhere loose>
        <p hidden={brief}>
          {project.asked ? 'Из этой работы сделан проект, вас назвали соавтором: ' : 'Из этой работы сделан проект: '}
          <Text as="b" weight="medium">
            «{project.name}»
          </Text>
          {project.status.slug !== 'published' && `, ${project.status.name.toLowerCase()}`}
        </p>
        <Button component={Link} to={pathTo('projects.show', { id: project.id })} variant="default" h={44} fullWidth>
          Открыть проект
        </Button>
      </Stack>
    )
  }
  return (
    <>
      <Button
        h={44}
        fullWidth
        onClick={() => {
          // comes beside the dialog's code, not after it
          void client.prefetchQuery(consentsQuery(userId))
          setOpen(true)
        }}
      >
        Опубликовать проект
      </Button>
      {open && <PublishDialog task={task} userId={userId} onClose={() => setOpen(false)} />}
    </>
  )
}
