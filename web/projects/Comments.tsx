import { type ComponentProps, useEffect, useState } from 'react'
import { placeOfProjectComment } from '#contract/projects/project-places.ts'
import { canRemoveComment } from '#contract/projects/projects.policy.ts'
import type { Project, ProjectComment } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { lateDialog } from '#web/app/late.tsx'
import { usePlace, usePlaceInAddress } from '#web/app/use-place.ts'
import { isSomebodyElse } from '#web/auth/session.ts'
import { reportError } from '#web/data/report-error.ts'
import { CommentForm } from '#web/projects/CommentForm.tsx'
import { CommentInvite, CommentList, CommentsTitle } from '#web/projects/CommentList.tsx'
import classes from '#web/projects/Comments.module.css'
import { removeComment, useComments } from '#web/projects/comments.queries.ts'
import { Box, Row } from '#web/ui/layout.tsx'
import { removeLater } from '#web/ui/remove-later.ts'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { createStore, useStore } from '#web/ui/store.ts'

const ReportDialog = lateDialog(() => import('#web/projects/ReportDialog.tsx'))
const RemoveComment = lateDialog(() => import('#web/projects/RemoveComment.tsx'))

/** Comments that were taken off the screen; for a while they can be brought back. */
const removed = createStore<ReadonlySet<number>>(new Set())

const setRemoved = (id: number, gone: boolean) => {
  const next = new Set(removed.get())
  if (gone) next.add(id)
  else next.delete(id)
  removed.set(next)
}

/** What is shown while some are taken off: of those with answers an empty place stays, as long as the answers do. */
const without = (comments: ProjectComment[], gone: ReadonlySet<number>) => {
  const left = comments.filter(({ id }) => !gone.has(id))
  const answered = new Set(left.map(({ parent_id }) => parent_id))
  return comments.flatMap((comment) => {
    if (comment.user && !gone.has(comment.id)) return comment
    return answered.has(comment.id) ? { ...comment, user: null, text: '' } : []
  })
}

/** What is said, page by page, with what the reader has just written and without what is taken off the screen. */
const useTalk = (project: Project, projectKey: string | undefined) => {
  const query = useComments(project, projectKey)
  const gone = useStore(removed)
  const [written, setWritten] = useState<ProjectComment[]>([])
  const { comments, total } = query.data
  const known = new Set(comments.map(({ id }) => id))
  // the reader’s own comments stay in sight although their page may be further on
  const own = written.filter(({ id }) => !known.has(id) && !gone.has(id))
  const taken = comments.filter(({ id, user }) => user && gone.has(id)).length
  return {
    query,
    comments: without([...comments, ...own], gone),
    total: total - taken,
    addWritten: (comment: ProjectComment) => setWritten((before) => [...before, comment]),
  }
}

/** Loads page after page until the comment that the address names is there, and brings it into sight. */
const useCommentInAddress = (query: ReturnType<typeof useComments>) => {
  usePlace()
  const place = usePlaceInAddress()
  const wanted = place?.startsWith(placeOfProjectComment(0).slice(0, -1)) ? place : null
  const known = query.data.comments.some(({ id }) => placeOfProjectComment(id) === wanted)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const isMissing = wanted !== null && !known && hasNextPage && !isFetching
  useEffect(() => {
    if (isMissing) void fetchNextPage()
  }, [isMissing, fetchNextPage])
}

const Tool = (props: ComponentProps<'button'>) => (
  <Box as="button" type="button" pad={0.5} padX={2} size={2} tone="quiet" hover="sunken" round="s" {...props} />
)

/** What people say about the project, the oldest first. */
export const Comments = ({
  project,
  projectKey,
  actor,
}: {
  project: Project
  projectKey: string | undefined
  actor: Actor | null
}) => {
  const { query, comments, total, addWritten } = useTalk(project, projectKey)
  useCommentInAddress(query)
  const [answering, setAnswering] = useState<ProjectComment | null>(null)
  const [reporting, setReporting] = useState<number | null>(null)
  const [removing, setRemoving] = useState<ProjectComment | null>(null)
  const published = project.status.slug === 'published'
  if (!published && comments.length === 0) return null

  const userId = actor?.id ?? 0
  const remove = ({ id }: ProjectComment, reason?: string) => {
    // the button goes away with its comment: the place in the page stays
    document.getElementById('comments')?.focus()
    setRemoved(id, true)
    removeLater({
      summary: 'Комментарий удалён',
      restore: () => setRemoved(id, false),
      remove: async () => {
        try {
          await removeComment(project.id, id, { key: projectKey, reason, as: userId })
        } catch (error) {
          if (!isSomebodyElse(userId)) reportError(error, 'Не удалось удалить комментарий')
          setRemoved(id, false)
        }
      },
    })
  }

  const tools = (comment: ProjectComment) => {
    const { id, user, text } = comment
    if (!actor || !user) return null
    const beginning = text.slice(0, 40)
    return (
      <Row unprinted gap={0.5} gapX={2} wrap align="stretch" className={classes.tools}>
        {published && (
          <Tool aria-label={`Ответить: ${beginning}`} onClick={() => setAnswering(comment)}>
            Ответить
          </Tool>
        )}
        {user.id !== actor.id && (
          <Tool aria-label={`Пожаловаться: ${beginning}`} onClick={() => setReporting(id)}>
            Пожаловаться
          </Tool>
        )}
        {canRemoveComment(actor, { user_id: user.id }) && (
          <Tool
            aria-label={`Удалить комментарий: ${beginning}`}
            onClick={() => (user.id === actor.id ? remove(comment) : setRemoving(comment))}
          >
            Удалить
          </Tool>
        )}
      </Row>
    )
  }

  const place = { projectId: project.id, projectKey, userId, onWritten: addWritten }
  const below = ({ id }: ProjectComment) =>
    answering?.user &&
    (answering.parent_id ?? answering.id) === id && (
      <CommentForm
        key={answering.id}
        {...place}
        answering={{ id: answering.id, name: fullName(answering.user), onDone: () => setAnswering(null) }}
      />
    )
  return (
    <section aria-labelledby="comments">
      <CommentsTitle total={total} />
      {comments.length > 0 && <CommentList comments={comments} tools={tools} below={below} />}
      <ShowMore query={query} shown={comments.filter(({ user }) => user).length} total={total} />
      {published &&
        (actor ? <CommentForm {...place} first={comments.length === 0} /> : <CommentInvite project={project} />)}
      {removing && (
        <RemoveComment remove={async (reason) => remove(removing, reason)} onClose={() => setRemoving(null)} />
      )}
      {reporting !== null && (
        <ReportDialog
          projectId={project.id}
          projectKey={projectKey}
          commentId={reporting}
          onClose={() => setReporting(null)}
        />
      )}
    </section>
  )
}
