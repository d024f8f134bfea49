import { IconId } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/notifications/NotificationDrawer.module.css'
import { NotificationTitle } from '#web/notifications/NotificationTitle.tsx'
import { notificationIcons } from '#web/notifications/notification-icons.ts'
import { markRead, useReadHere } from '#web/notifications/notifications.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** The project at the place of the event, with the key of its address where the reader came by a link. */
const projectAddress = ({ id, key }: NonNullable<Notification['project']>, place: string | null) =>
  pathTo('projects.show', { id }, { key: key || undefined }, place)

/** What happened to a task is shown with the task, the rest with the lesson. */
const lessonAddress = ({ id }: NonNullable<Notification['lesson']>, { type, place }: Notification) =>
  /^(task|team)-/.test(type) ? taskAddress(id, place) : pathTo('lessons.show', { id }, {}, place)

/** An item of the feed. It is read once the mouse enters it, the focus comes to it, or a finger taps it. */
export const NotificationItem = ({ notification, onFollow }: { notification: Notification; onFollow: () => void }) => {
  const { id, type, created_at, read_at, user, data, project, lesson, announcement, status, place } = notification
  const isReadHere = useReadHere(id)
  const unread = read_at === null && !isReadHere
  const read = () => {
    if (unread) markRead(id)
  }
  const follow = (event: MouseEvent) => {
    if ((event.target as Element).closest('a')) onFollow()
  }
  const Icon = notificationIcons[type]
  const liked = type === 'project-like' || type === 'task-like'

  return (
    // the click only notes that the item was seen, as the focus does
    <Stack
      as="li"
      gap={1.5}
      align="start"
      pad={4}
      padX={5}
      edge="bottom"
      className={classes.item}
      // an item without links can be reached, and so read, with keys
      tabIndex={0}
      onMouseEnter={read}
      onFocus={read}
      onClick={(event) => {
        read()
        follow(event)
      }}
    >
      <Row gap={0.5} gapX={3} wrap className={classes.top}>
        {user && (
          <Row
            as={Link}
            links="quiet"
            inline
            gap={2.5}
            weight="medium"
            anywhere
            shrink
            to={pathTo('users.show', { id: user.id })}
          >
            <Avatar person={user} size={32} />
            <span>{fullName(user)}</span>
            {user.role.slug !== 'student' && (
              <Text as="span" tone="brand" fixed>
                <IconId size={18} stroke={1.75} role="img" aria-label={user.role.name} />
              </Text>
            )}
          </Row>
        )}
        <Text as="time" size={2} tone="quiet" nowrap dateTime={created_at}>
          {formatMoment(created_at)}
        </Text>
        {unread && <i className={classes.dot} role="img" aria-label="Не прочитано" />}
      </Row>
      <Text anywhere className={classes.text}>
        {Icon && <Icon size={18} stroke={1.75} aria-hidden="true" />}
        <NotificationTitle html={data.title} />
      </Text>
      {(project || lesson || announcement) && (
        <Row as="p" gap={0.5} gapX={4} wrap align="stretch" weight="medium" anywhere className={classes.text}>
          {project && <Link to={projectAddress(project, place)}>{project.name}</Link>}
          {lesson && <Link to={lessonAddress(lesson, notification)}>{lesson.name}</Link>}
          {announcement && <Link to={pathTo('announcements.show', { id: announcement.id })}>Открыть объявление</Link>}
        </Row>
      )}
      {liked && (
        <Text tone="bad" weight="medium">
          Нравится!
        </Text>
      )}
      {status && <StatusBadge status={status} />}
      {data.comment && (
        <Text
          pad={2.5}
          padX={4}
          size={3}
          tone="soft"
          ground="sunken"
          round="s"
          loose
          anywhere
          lines
          className={classes.comment}
        >
          {data.comment}
        </Text>
      )}
    </Stack>
  )
}
