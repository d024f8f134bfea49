import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { randomId } from '#web/app/random-id.ts'
import { useUser } from '#web/auth/session.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { useCreateProject } from '#web/projects/change-project.ts'
import { showProject } from '#web/projects/just-published.ts'
import { bodyOf, ProjectForm, type ProjectValues } from '#web/projects/ProjectForm.tsx'
import { valuesOfTask } from '#web/projects/project-of-task.ts'
import type { PageLoad } from '#web/routes.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { readTyped, writeDevice } from '#web/ui/device-store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

const taskIdOf = ({ task }: PageSearch<'projects.create'>) => (Number(task) > 0 ? Number(task) : null)

const draftKey = (taskId: number | null) => (taskId === null ? 'project:new' : `project:new-${taskId}`)

/** The accepted task that the project is made from, and what was written of it before. */
export const load: PageLoad<'projects.create'> = (_, search) => {
  const id = taskIdOf(search)
  return [...(id === null ? [] : [taskQuery(id)]), draftQuery(draftKey(id))]
}

const ProjectCreatePage = () => {
  const [search] = usePageSearch('projects.create')
  const taskId = taskIdOf(search)
  const query = useQuery({ ...taskQuery(taskId ?? 0), enabled: taskId !== null })
  const task = taskId === null ? null : query.data?.task
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Новый проект"
        subtitle={task ? `Из работы «${task.lesson.name}» курса «${task.course.name}»` : undefined}
        crumbs={[{ label: 'Проекты', href: pathTo('projects.index') }]}
      />
      {task !== undefined ? (
        <NewProject task={task} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList count={4} height={64} />
      )}
    </Wrap>
  )
}

const blank: ProjectValues = { name: '', summary: '', tags: [], content: '', visibility: 'public', cover: '' }

/**
 * What a new project is sent with, the same until there is a response: the draft outlives the page, and the project
 * that it has become may be there already.
 */
const requestKey = (place: string) => {
  const key = readTyped<string>(place) ?? randomId()
  writeDevice(place, key)
  return key
}

const NewProject = ({ task }: { task: Task | null }) => {
  const navigate = useNavigate()
  const create = useCreateProject()
  const userId = useUser()?.id
  const place = `request:${userId}:${draftKey(task?.id ?? null)}`
  const begun = useMemo(() => (task ? valuesOfTask(task) : blank), [task])
  return (
    <ProjectForm
      draftKey={draftKey(task?.id ?? null)}
      saved={begun}
      ways={[
        { label: 'Опубликовать', status: 'published' },
        { label: 'Сохранить черновик', status: 'draft' },
      ]}
      save={async (values, status) => {
        const body = { ...bodyOf(values), ...(status && { status }), ...(task && { task_id: task.id }) }
        const { project } = await create.mutateAsync({ body, headers: { 'idempotency-key': requestKey(place) } })
        writeDevice(place, null)
        if (status !== 'published') toast({ severity: 'success', summary: 'Черновик сохранён' })
        return project.id
      }}
      onSaved={(id, status) => void showProject(navigate, id, status === 'published')}
    />
  )
}

export default ProjectCreatePage
