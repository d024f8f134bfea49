import { useQueryClient } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { canRemoveComment } from '#contract/projects/projects.policy.ts'
import type { Project, ProjectComment } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { reportError } from '#web/app/report-error.ts'
import { CommentForm } from '#web/projects/CommentForm.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { removeComment } from '#web/projects/projects.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { removeLater } from '#web/ui/remove-later.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** Comments that were taken off the screen and can still be brought back. */
const removed = createStore<ReadonlySet<number>>(new Set())

const setRemoved = (id: number, gone: boolean) => {
  const next = new Set(removed.get())
  if (gone) next.add(id)
  else next.delete(id)
  removed.set(next)
}

/** What people say about the project, the first words first. */
export const Comments = ({ project, actor }: { project: Project; actor: Actor | null }) => {
  const client = useQueryClient()
  const gone = useStore(removed)
  const comments = project.comments.filter(({ id }) => !gone.has(id))
  const published = project.status.slug === 'published'
  if (!published && comments.length === 0) return null

  const remove = ({ id }: ProjectComment) => {
    setRemoved(id, true)
    removeLater({
      summary: 'Комментарий удалён',
      restore: () => setRemoved(id, false),
      remove: async () => {
        try {
          await removeComment(client, project.id, id)
        } catch (error) {
          reportError(error, 'Не удалось удалить комментарий')
        }
        setRemoved(id, false)
      },
    })
  }

  return (
    <section aria-labelledby="comments">
      <h2 id="comments" tabIndex={-1}>
        Комментарии{comments.length > 0 && <span className={classes.total}> {comments.length}</span>}
      </h2>
      {comments.length > 0 && (
        <ul className={classes.comments}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <div className={classes.commentHead}>
                <PersonChip
                  person={comment.user}
                  href={pathTo('users.show', { id: comment.user.id })}
                  note={
                    <>
                      {comment.user.role.slug !== 'student' && `${comment.user.role.name} · `}
                      <time dateTime={comment.created_at}>{formatMoment(comment.created_at)}</time>
                    </>
                  }
                />
                {actor && canRemoveComment(actor, { user_id: comment.user.id }) && (
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={`Удалить комментарий: ${comment.text.slice(0, 40)}`}
                    onClick={() => {
                      // the button goes away with its comment: the place in the page stays
                      document.getElementById('comments')?.focus()
                      remove(comment)
                    }}
                  >
                    Удалить
                  </button>
                )}
              </div>
              <p className={classes.commentText}>{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
      {published &&
        (actor ? (
          <CommentForm projectId={project.id} userId={actor.id} first={comments.length === 0} />
        ) : (
          <p className={classes.invite}>
            <a href={pathTo('login')}>Войдите</a>, чтобы написать комментарий.
          </p>
        ))}
    </section>
  )
}
