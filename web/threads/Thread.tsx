import { IconArrowBackUp, IconCheck, IconMinus, IconRefresh, IconSend, type TablerIcon } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { ThreadEntry, ThreadKind } from '#contract/threads/threads.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { CommentForm } from '#web/threads/CommentForm.tsx'
import classes from '#web/threads/Thread.module.css'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatMoment } from '#web/ui/dates.ts'

/** The one conversation of a work: what people wrote, and what happened, in the order of time. */
export const Thread = ({ task, readOnly }: { task: Task; readOnly?: boolean }) => (
  <section className={classes.thread} aria-label="Обсуждение">
    <h3>Обсуждение</h3>
    <ol>
      {task.thread.map((entry) => (
        <li key={entry.id}>
          {entry.kind === 'comment' ? <Comment entry={entry} /> : <Happening entry={entry} task={task} />}
        </li>
      ))}
    </ol>
    {!readOnly && <CommentForm taskId={task.id} />}
  </section>
)

const Comment = ({ entry: { user, created_at, text, id } }: { entry: ThreadEntry }) => (
  <article className={classes.comment} data-sending={id < 0 || undefined}>
    <Avatar person={user} size={32} />
    <div>
      <p className={classes.who}>
        <a href={pathTo('users.show', { id: user.id })}>{fullName(user)}</a>
        {user.role.slug !== 'student' && <span>{user.role.name}</span>}
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </p>
      <p className={classes.words}>{text}</p>
    </div>
  </article>
)

const happenings: Partial<Record<ThreadKind, { icon: TablerIcon; words: string }>> = {
  submitted: { icon: IconSend, words: 'отправлена' },
  withdrawn: { icon: IconArrowBackUp, words: 'отозвана' },
  returned: { icon: IconArrowBackUp, words: 'возвращена на доработку' },
  accepted: { icon: IconCheck, words: 'принята' },
  reopened: { icon: IconRefresh, words: 'снова на проверке' },
  excused: { icon: IconMinus, words: 'Освобождение от задания' },
}

const Happening = ({ entry, task }: { entry: ThreadEntry; task: Task }) => {
  const happening = happenings[entry.kind]
  if (!happening) return null
  const { icon: Icon, words } = happening
  const review = task.attempts.find(({ number }) => number === entry.attempt)?.review
  // a verdict in force stands with its attempt
  const text = review?.comment === entry.text ? '' : entry.text
  return (
    <div className={classes.happening} data-kind={entry.kind}>
      <i aria-hidden="true">
        <Icon size={14} stroke={2} />
      </i>
      <div>
        <p className={classes.who}>
          <b>{entry.kind === 'excused' ? words : `Попытка ${entry.attempt} ${words}`}</b>
          <span>{fullName(entry.user)}</span>
          <time dateTime={entry.created_at}>{formatMoment(entry.created_at)}</time>
        </p>
        {text && <p className={classes.words}>{text}</p>}
      </div>
    </div>
  )
}
