import type { ReactNode } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { pathTo } from '#contract/pages.ts'
import { placeOfProjectComment } from '#contract/projects/project-places.ts'
import type { Project, ProjectComment } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/projects/Comments.module.css'
import { signInAddress } from '#web/projects/sign-in-address.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** How many there are. */
export const CommentsTitle = ({ total }: { total: number }) => (
  <h2 id="comments" tabIndex={-1}>
    Комментарии
    {total > 0 && (
      <Text as="span" tone="quiet" weight="medium">
        {' '}
        {formatNumber(total)}
      </Text>
    )}
  </h2>
)

/** What guests read where others write. */
export const CommentInvite = ({ project }: { project: Project }) => (
  <Text links="underlined" unprinted mt={4} tone="soft">
    <Link to={signInAddress(project)}>Войдите</Link>, чтобы написать комментарий.
  </Text>
)

/** Comments with their answers one level in, in plain elements; the acts of each come from outside. */
export const CommentList = ({
  comments,
  tools,
  below,
}: {
  comments: ProjectComment[]
  tools?: (comment: ProjectComment) => ReactNode
  /** What follows a comment and its answers. */
  below?: (comment: ProjectComment) => ReactNode
}) => {
  const answers = Map.groupBy(comments, ({ parent_id }) => parent_id)
  const draw = (comment: ProjectComment) => (
    <>
      <CommentView comment={comment} />
      {comment.user && tools?.(comment)}
    </>
  )
  return (
    <Stack as="ul" gap={4.5} mt={5} plain>
      {(answers.get(null) ?? []).map((comment) => (
        <li key={comment.id} id={placeOfProjectComment(comment.id)}>
          {draw(comment)}
          {answers.has(comment.id) && (
            <Stack as="ul" gap={4.5} plain className={classes.answers} aria-label="Ответы">
              {answers.get(comment.id)?.map((answer) => (
                <li key={answer.id} id={placeOfProjectComment(answer.id)}>
                  {draw(answer)}
                </li>
              ))}
            </Stack>
          )}
          {below?.(comment)}
        </li>
      ))}
    </Stack>
  )
}

const CommentView = ({ comment: { user, text, created_at } }: { comment: ProjectComment }) =>
  user ? (
    <>
      <PersonChip
        person={user}
        href={pathTo('users.show', { id: user.id })}
        note={
          <>
            {user.role.slug !== 'student' && `${user.role.name} · `}
            <time dateTime={created_at}>{formatMoment(created_at)}</time>
          </>
        }
      />
      <Text tone="ink" anywhere lines className={classes.text}>
        {text}
      </Text>
    </>
  ) : (
    <Text tone="quiet">
      <i>Комментарий удалён</i>
    </Text>
  )
