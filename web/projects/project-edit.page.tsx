import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fileIdOf } from '#contract/files/file-address.ts'
import { pathTo } from '#contract/pages.ts'
import { canEditProject } from '#contract/projects/projects.policy.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { useUpdateProject } from '#web/projects/change-project.ts'
import { showProject } from '#web/projects/just-published.ts'
import { bodyOf, ProjectForm, type SaveWay } from '#web/projects/ProjectForm.tsx'
import { projectFacts } from '#web/projects/project-facts.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'
import type { PageLoad } from '#web/routes.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `project:${id}`

/** The project itself, and what was written before. */
export const load: PageLoad<'projects.edit'> = ({ id }) => [projectQuery(Number(id)), draftQuery(draftKey(Number(id)))]

const ProjectEditPage = () => {
  const actor = useActor()
  const query = useQuery(projectQuery(usePageId('projects.edit')))
  return (
    <Wrap size="narrow">
      <ListState query={query} skeleton={<SkeletonList count={5} height={64} />} page>
        {({ project }) =>
          actor && canEditProject(actor, projectFacts(project)) ? (
            <>
              <PageHeader
                title="Редактирование проекта"
                crumbs={[
                  { label: 'Проекты', href: pathTo('projects.index') },
                  { label: project.name, href: pathTo('projects.show', { id: project.id }) },
                ]}
              />
              <EditProject project={project} />
            </>
          ) : (
            <NoAccess text="Изменить проект могут только его авторы и кураторы." />
          )
        }
      </ListState>
    </Wrap>
  )
}

const waysOf = (project: Project): [SaveWay, ...SaveWay[]] =>
  project.status.slug === 'draft'
    ? [
        { label: 'Опубликовать', status: 'published' },
        { label: 'Сохранить черновик', status: 'draft' },
      ]
    : [{ label: 'Сохранить' }]

const EditProject = ({ project }: { project: Project }) => {
  const navigate = useNavigate()
  const update = useUpdateProject(project.id)
  const { name, summary, tags, content, visibility, cover } = project
  return (
    <ProjectForm
      draftKey={draftKey(project.id)}
      saved={{ name, summary, tags, content, visibility, cover: fileIdOf(cover.url) ? cover.url : '' }}
      ways={waysOf(project)}
      drawnCover={`/covers/project-${project.id}.svg`}
      isPublic={project.status.slug === 'published' && project.visibility === 'public'}
      save={async (values, status) => {
        await update.mutateAsync({ ...bodyOf(values), ...(status && { status }) })
        if (status !== 'published') toast({ severity: 'success', summary: 'Сохранено' })
        return project.id
      }}
      onSaved={(id, status) => void showProject(navigate, id, status === 'published')}
    />
  )
}

export default ProjectEditPage
