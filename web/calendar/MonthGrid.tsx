import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/calendar/Calendar.module.css'
import { addressOf, cellTimeOf, keyOfEvent, labelOf, timeOf } from '#web/calendar/event-looks.ts'
import { dayKey, formatDate, formatMonth, type Month, weeksOf } from '#web/calendar/month.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { Text } from '#web/ui/layout.tsx'

const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс']
const longWeekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']

/** How many events a day shows; the others are in the list of the chosen day. */
const shown = 3

/** How many days a key moves by. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const moved = (day: string, by: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayKey(new Date(year, month - 1, date + by))
}

/** The same day of the month that is `by` months later, or the last one of a shorter month. */
const monthsAway = (day: string, by: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(year, month + by, 0)
  return dayKey(date < last.getDate() ? new Date(year, month - 1 + by, date) : last)
}

const CellEvent = ({ event, isStaff }: { event: CalendarEvent; isStaff: boolean }) => {
  const label = labelOf(event, isStaff)
  const timed = `${label} ${timeOf(event)}`.trim()
  const time = cellTimeOf(event)
  return (
    <li data-kind={event.kind} data-done={event.done || undefined}>
      <Link to={addressOf(event, isStaff)} data-tip={`${timed}: ${event.title}`}>
        {time && <b>{time} </b>}
        {event.title}
        <Text as="span" aloud>
          {`, ${time ? label : timed}, ${event.course.name}`}
        </Text>
      </Link>
    </li>
  )
}

/**
 * A month like a page of a wall calendar. One day is chosen; arrow keys go from day to day, PageUp and PageDown from
 * month to month.
 */
export const MonthGrid = ({
  month,
  today,
  chosen,
  days,
  isStaff,
  onChoose,
}: {
  month: Month
  today: string
  chosen: string
  days: Map<string, CalendarEvent[]>
  isStaff: boolean
  /** A day of this month or of its neighbours. */
  onChoose: (day: string) => void
}) => {
  const table = useRef<HTMLTableElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { PageUp: -1, PageDown: 1 }[event.key]
    const step = steps[event.key]
    if (by === undefined && step === undefined) return
    event.preventDefault()
    const next = by === undefined ? moved(chosen, step as number) : monthsAway(chosen, by)
    onChoose(next)
    // it may be in another month, which is not drawn yet
    focusWhenDrawn(() => table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`))
  }
  return (
    <table ref={table} className={classes.month} aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {weekdays.map((name, at) => (
            <Text as="th" key={name} size={2} weight="medium" tone="quiet" scope="col" abbr={longWeekdays[at]}>
              {name}
            </Text>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={dayKey(week[0] as Date)}>
            {week.map((date) => {
              const day = dayKey(date)
              const events = days.get(day) ?? []
              const count = events.length > 0 ? counted(events.length, 'событие', 'события', 'событий') : 'нет событий'
              return (
                <td
                  key={day}
                  data-other={!day.startsWith(month) || undefined}
                  data-chosen={day === chosen || undefined}
                >
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    data-today={day === today || undefined}
                    aria-label={`${formatDate(day)}, ${count}`}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === chosen}
                    tabIndex={day === chosen ? 0 : -1}
                    onClick={() => onChoose(day)}
                    onKeyDown={onKeyDown}
                  >
                    <span>{date.getDate()}</span>
                  </button>
                  <ul className={classes.events} data-roomy={events.length < shown || undefined}>
                    {events.slice(0, events.length > shown ? shown - 1 : shown).map((event) => (
                      <CellEvent key={keyOfEvent(event)} event={event} isStaff={isStaff} />
                    ))}
                  </ul>
                  {events.length > shown && (
                    <Text as="span" size={1} tone="quiet" aria-hidden="true" className={classes.more}>
                      ещё {events.length - shown + 1}
                    </Text>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
