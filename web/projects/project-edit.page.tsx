import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fileIdOf } from '#contract/files/file-address.ts'
import { pathTo } from '#contract/pages.ts'
import { canEditProject } from '#contract/projects/projects.policy.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { changesOf } from '#web/forms/changes-of.ts'
import type { PageLoad } from '#web/page-module.ts'
import { useUpdateProject } from '#web/projects/change-project.ts'
import { showProject } from '#web/projects/just-published.ts'
import { bodyOf, ProjectForm, type ProjectValues, type SaveWay } from '#web/projects/ProjectForm.tsx'
import { projectFacts } from '#web/projects/project-facts.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `project:${id}`

/** The project itself, and what was written before. */
export const load: PageLoad<'projects.edit'> = ({ id }) => {
  RichTextField.preload()
  return [projectQuery(Number(id)), draftQuery(draftKey(Number(id)))]
}

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
              <EditProject project={project} actorId={actor.id} />
            </>
          ) : (
            <NoAccess
              text="Изменить проект могут только его авторы и кураторы."
              action={
                <Button component={Link} to={pathTo('projects.show', { id: project.id })} variant="default">
                  К проекту
                </Button>
              }
            />
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

const valuesOf = ({ name, summary, tags, content, visibility, cover }: Project): ProjectValues => ({
  name,
  summary,
  tags,
  content,
  visibility,
  cover: fileIdOf(cover.url) ? cover.url : '',
})

const EditProject = ({ project, actorId }: { project: Project; actorId: number }) => {
  const navigate = useNavigate()
  const update = useUpdateProject(project.id)
  const saved = valuesOf(project)
  const isPublic = project.status.slug === 'published' && project.visibility === 'public'
  // the consents are the authors': a curator's own has nothing to do with it
  const isAuthor = projectFacts(project).author_ids.includes(actorId)
  return (
    <ProjectForm
      draftKey={draftKey(project.id)}
      saved={saved}
      ways={waysOf(project)}
      drawnCover={`/covers/project-${project.id}.svg`}
      isSettled={isPublic || !isAuthor}
      save={async (values, status) => {
        await update.mutateAsync({
          // a co-author may have changed the rest meanwhile
          ...changesOf(bodyOf(values), bodyOf(saved)),
          // what is published is shown as it is chosen here, or refused
          ...(status === 'published' && { visibility: values.visibility }),
          ...(status && { status }),
        })
        if (status !== 'published') toast({ severity: 'success', summary: 'Сохранено' })
        return project.id
      }}
      onSaved={(id, status) => void showProject(navigate, id, status === 'published')}
    />
  )
}

export default ProjectEditPage
