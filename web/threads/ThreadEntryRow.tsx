import { IconLock } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { FileList } from '#web/files/FileList.tsx'
import { isSound } from '#web/files/file-names.ts'
import { happeningOf } from '#web/threads/happenings.ts'
import classes from '#web/threads/Thread.module.css'
import { VoiceNote } from '#web/threads/VoiceNote.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Center, Row, Text } from '#web/ui/layout.tsx'

/** What is shown beside a name. */
const aside = { size: 2, tone: 'quiet' } as const

/** An entry of the thread. */
export const ThreadEntryRow = ({ entry, task }: { entry: ThreadEntry; task: Task }) =>
  entry.kind === 'comment' || entry.kind === 'note' ? (
    <Comment entry={entry} />
  ) : (
    <HappeningRow entry={entry} task={task} />
  )

const Comment = ({ entry: { kind, user, created_at, text, files, id } }: { entry: ThreadEntry }) => {
  const others = files.filter((file) => !isSound(file))
  return (
    <article
      className={classes.comment}
      data-sending={id < 0 || undefined}
      data-note={kind === 'note' || undefined}
      aria-label={kind === 'note' ? 'Заметка для своих' : undefined}
    >
      <Avatar person={user} size={32} />
      <div>
        <Row as="p" gap={0} gapX={2.5} wrap align="baseline" size={3}>
          <Text as={Link} links="quiet" weight="strong" anywhere shrink to={pathTo('users.show', { id: user.id })}>
            {fullName(user)}
          </Text>
          {user.role.slug !== 'student' && (
            <Text as="span" {...aside}>
              {user.role.name}
            </Text>
          )}
          <Text as="time" {...aside} dateTime={created_at}>
            {formatMoment(created_at)}
          </Text>
        </Row>
        {kind === 'note' && (
          <Row as="p" gap={1.5} size={2} tone="warn" weight="medium">
            <IconLock size={14} stroke={2} aria-hidden="true" />
            Видят только преподаватели и кураторы
          </Row>
        )}
        {text && (
          <Text mt={0.5} anywhere lines>
            {text}
          </Text>
        )}
        {files.filter(isSound).map((file) => (
          <VoiceNote key={file.id} file={file} />
        ))}
        <FileList files={others} label="Вложения" />
      </div>
    </article>
  )
}

const plainSign = { tone: 'soft', className: `${classes.sign} ${classes.plain}` } as const
const signs: Partial<Record<ThreadEntry['kind'], ComponentProps<typeof Center<'i'>>>> = {
  accepted: { tone: 'ok', ground: 'ok', className: classes.sign },
  returned: { tone: 'warn', ground: 'warn', className: classes.sign },
}

const HappeningRow = ({ entry, task }: { entry: ThreadEntry; task: Task }) => {
  const happening = happeningOf(entry, task.grading?.scale ?? 'points')
  if (!happening) return null
  const { icon: Icon, title, text } = happening
  const review = task.attempts.find(({ number }) => number === entry.attempt)?.review
  return (
    <div className={classes.happening}>
      <Center as="i" round="full" {...(signs[entry.kind] ?? plainSign)} aria-hidden="true">
        <Icon size={14} stroke={2} />
      </Center>
      <div>
        <Row as="p" gap={0} gapX={2.5} wrap size={3} className={classes.what}>
          <Text as="b" weight="medium" anywhere shrink>
            {title}
          </Text>
          <Text as="span" anywhere shrink {...aside}>
            {fullName(entry.user)}
          </Text>
          <Text as="time" {...aside} dateTime={entry.created_at}>
            {formatMoment(entry.created_at)}
          </Text>
        </Row>
        {/* a verdict in force is with its attempt */}
        {text && text !== review?.comment && (
          <Text mt={0.5} tone="soft" anywhere lines>
            {text}
          </Text>
        )}
      </div>
    </div>
  )
}
