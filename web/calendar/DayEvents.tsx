import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { EventRow } from '#web/calendar/EventRow.tsx'
import { keyOfEvent } from '#web/calendar/event-looks.ts'
import { formatDate } from '#web/calendar/month.ts'
import { CardList } from '#web/ui/Card.tsx'
import { Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

/** One day with its events. */
export const DayEvents = ({
  day,
  today,
  events,
  isStaff,
  onEdit,
}: {
  day: string
  today: string
  events: CalendarEvent[]
  isStaff: boolean
  onEdit: (event: CalendarEvent) => void
}) => (
  <Section
    gap={2}
    mb={5}
    title={
      <Text as="span" size={6} tone={day === today ? 'brand' : undefined}>
        {formatDate(day)}
        {day === today && ', сегодня'}
      </Text>
    }
  >
    {events.length > 0 ? (
      <CardList>
        {events.map((event) => (
          <EventRow key={keyOfEvent(event)} event={event} isStaff={isStaff} onEdit={onEdit} />
        ))}
      </CardList>
    ) : (
      <Text tone="quiet">В этот день ничего не запланировано</Text>
    )}
  </Section>
)
