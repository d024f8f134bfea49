import { IconPencil } from '@tabler/icons-react'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/calendar/Calendar.module.css'
import { addressOf, labelOf, timeOf } from '#web/calendar/event-looks.ts'
import { Center, Row, Text } from '#web/ui/layout.tsx'

/** An event in a list: its time, what it is, and its course. */
export const EventRow = ({
  event,
  isStaff,
  onEdit,
}: {
  event: CalendarEvent
  isStaff: boolean
  /** Opens a teacher's own event. */
  onEdit: (event: CalendarEvent) => void
}) => {
  const { kind, title, course, done, event_id } = event
  return (
    <Row as="li" gap={3} pad={3} padX={4} className={classes.row} data-kind={kind} data-done={done || undefined}>
      <Text as="span" size={3} tone="soft" weight="medium" digits fixed className={classes.time}>
        {timeOf(event) || 'Весь день'}
      </Text>
      <i className={classes.mark} aria-hidden="true" />
      <Text as="span" tight grow anywhere>
        <Text as={Link} to={addressOf(event, isStaff)} block weight="strong" links="quiet" covers>
          {title}
        </Text>
        <Text as="span" block size={2} tone="quiet">
          {labelOf(event, isStaff)} · {course.name}
        </Text>
      </Text>
      {isStaff && event_id !== null && (
        <Center
          as="button"
          type="button"
          tone="soft"
          round="s"
          hover="sunken"
          fixed
          className={classes.edit}
          aria-label={`Изменить: ${title}`}
          onClick={() => onEdit(event)}
        >
          <IconPencil size={18} stroke={1.75} aria-hidden="true" />
        </Center>
      )}
    </Row>
  )
}
