import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { repeatOnly } from '#contract/http/idempotency.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { act, type BodyOf } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { randomId } from '#web/data/random-id.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import type { PageLoad } from '#web/page-module.ts'
import { showProject } from '#web/projects/just-published.ts'
import { bodyOf, ProjectForm, type ProjectValues } from '#web/projects/ProjectForm.tsx'
import { valuesOfTask } from '#web/projects/project-of-task.ts'
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
  RichTextField.preload()
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

type Body = BodyOf<typeof projectsApi.create>

/** What a new project was sent with, kept until all of it is saved: the draft outlives the page. */
interface Sent {
  key: string
  body: Body
  /** The project that it has become. */
  id?: number
}

const isSame = (sent: Sent, body: Body) => JSON.stringify(sent.body) === JSON.stringify(body)

/**
 * Whether sending it again would publish a text that its author has changed since: then the server is only asked whether
 * it was done.
 */
const isOutdated = (sent: Sent, body: Body) => sent.body.status === 'published' && !isSame(sent, body)

/** A creation that was refused has made nothing; one that failed, was not signed in or is under way elsewhere, may have. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && error.code !== 'conflict'

const change = async (place: string, id: number, { task_id, once, ...body }: Body) => {
  try {
    await act(projectsApi.update, { params: { id }, body })
  } catch (error) {
    // it was deleted elsewhere
    if (error instanceof ApiError && error.status === 404) writeDevice(place, null)
    throw error
  }
}

/**
 * Makes a project once. What got no response is sent again as it was, and what was written since is saved to the
 * project that it has become.
 */
const createOnce = async (place: string, body: Body): Promise<number> => {
  const sent = readTyped<Sent>(place) ?? { key: randomId(), body }
  writeDevice(place, sent)
  let { id } = sent
  if (id === undefined) {
    try {
      const headers = { 'idempotency-key': sent.key, ...(isOutdated(sent, body) && { [repeatOnly]: '1' }) }
      const { project } = await act(projectsApi.create, { body: sent.body, headers })
      id = project.id
    } catch (error) {
      if (!isRefused(error)) throw error
      writeDevice(place, null)
      if (isSame(sent, body)) throw error
      return createOnce(place, body)
    }
    writeDevice(place, { ...sent, id })
  }
  if (!isSame(sent, body)) await change(place, id, body)
  writeDevice(place, null)
  return id
}

const NewProject = ({ task }: { task: Task | null }) => {
  const navigate = useNavigate()
  const userId = useUser()?.id
  const place = `request:${userId}:${draftKey(task?.id ?? null)}`
  const forget = useCallback(() => writeDevice(place, null), [place])
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
        const body = {
          ...bodyOf(values),
          ...(status && { status }),
          ...(task && { task_id: task.id, once: true as const }),
        }
        const id = await createOnce(place, body)
        if (status !== 'published') toast({ severity: 'success', summary: 'Черновик сохранён' })
        return id
      }}
      onBlank={forget}
      onSaved={(id, status) => void showProject(navigate, id, status === 'published')}
    />
  )
}

export default ProjectCreatePage
