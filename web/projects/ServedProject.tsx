import type { Project } from '#contract/projects/projects.schema.ts'
import { CommentInvite, CommentList, CommentsTitle } from '#web/projects/CommentList.tsx'
import { GuestLike } from '#web/projects/GuestLike.tsx'
import { ProjectView } from '#web/projects/ProjectView.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

/** The page of a project as the server draws it: everything to read, before anything can be done. */
export const ServedProject = ({ project }: { project: Project }) => (
  <Wrap size="narrow">
    <ProjectView
      project={project}
      reactions={
        <Row unprinted gap={2} wrap align="stretch">
          <GuestLike project={project} />
        </Row>
      }
      talk={
        <section aria-labelledby="comments">
          <CommentsTitle total={project.comment_total} />
          {project.comments.length > 0 && <CommentList comments={project.comments} />}
          <CommentInvite project={project} />
        </section>
      }
    />
  </Wrap>
)
