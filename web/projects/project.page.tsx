import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { canReportProject } from '#contract/projects/projects.policy.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { curates } from '#contract/users/users.policy.ts'
import { lateDialog } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { toActor } from '#web/auth/use-actor.ts'
import type { PageLoad } from '#web/page-module.ts'
import { Comments } from '#web/projects/Comments.tsx'
import { countView } from '#web/projects/change-project.ts'
import { LikeButton } from '#web/projects/LikeButton.tsx'
import { ProjectActions } from '#web/projects/ProjectActions.tsx'
import { ProjectNotices } from '#web/projects/ProjectNotices.tsx'
import { ProjectSkeleton } from '#web/projects/ProjectSkeleton.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { ProjectView } from '#web/projects/ProjectView.tsx'
import { projectFacts } from '#web/projects/project-facts.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'
import { ShareButton } from '#web/projects/ShareButton.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

const ReportDialog = lateDialog(() => import('#web/projects/ReportDialog.tsx'))

/** The project itself. */
export const load: PageLoad<'projects.show'> = ({ id }, { key }) => ({ project: projectQuery(Number(id), key) })

const ProjectPage = () => {
  const [{ key }] = usePageSearch('projects.show')
  const query = useQuery(projectQuery(usePageId('projects.show'), key))
  usePageTitle(query.data?.project.name, query.data?.project.summary)
  return (
    <Wrap size="narrow">
      <ListState query={query} skeleton={<ProjectSkeleton />} page>
        {({ project }) => <OpenProject project={project} projectKey={key} />}
      </ListState>
    </Wrap>
  )
}

const OpenProject = ({ project, projectKey }: { project: Project; projectKey: string | undefined }) => {
  const user = useUser()
  const actor = toActor(user)
  const [reporting, setReporting] = useState(false)
  const { id, course } = project
  const published = project.status.slug === 'published'
  useEffect(() => {
    if (published) void countView(id, projectKey)
  }, [id, published, projectKey])
  return (
    <ProjectView
      project={project}
      opensCourse={Boolean(course && user && (curates(actor, 'courses') || String(course.id) in user.courses))}
      notices={<ProjectNotices project={project} actor={actor} />}
      actions={actor && <ProjectActions project={project} actor={actor} className={classes.actions} />}
      reactions={
        published && (
          <Row unprinted gap={2} wrap align="stretch">
            <LikeButton project={project} projectKey={projectKey} />
            <ShareButton project={project} projectKey={projectKey} />
            {actor && canReportProject(actor, projectFacts(project)) && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconFlag size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => setReporting(true)}
              >
                Пожаловаться
              </Button>
            )}
            {reporting && <ReportDialog projectId={id} projectKey={projectKey} onClose={() => setReporting(false)} />}
          </Row>
        )
      }
      talk={<Comments project={project} projectKey={projectKey} actor={actor} />}
    />
  )
}

export default ProjectPage
