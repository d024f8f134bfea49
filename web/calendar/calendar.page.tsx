import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight, IconLink, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { isStaff as isStaffActor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { currentUser, useUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import classes from '#web/calendar/Calendar.module.css'
import { calendarQuery } from '#web/calendar/calendar.queries.ts'
import { DayEvents } from '#web/calendar/DayEvents.tsx'
import { MonthGrid } from '#web/calendar/MonthGrid.tsx'
import { addMonths, byDay, dayKey, formatMonth, type Month, monthOf } from '#web/calendar/month.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { ListChoice } from '#web/ui/ListTools.tsx'
import { Box, Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { useNow } from '#web/ui/use-now.ts'

const EventDialog = lateDialog(() => import('#web/calendar/EventDialog.tsx'))
const LinkDialog = lateDialog(() => import('#web/calendar/LinkDialog.tsx'))

const courseOf = ({ course_id }: PageSearch<'calendar'>) => Number(course_id) || undefined

export const load: PageLoad<'calendar'> = (_, search) => [
  calendarQuery(monthOf(search.month), courseOf(search)),
  ...(isStaffActor(toActor(currentUser())) ? [coursesQuery()] : []),
]

/** The courses that the reader may choose among: of those in the archive the calendar shows nothing. */
const useCourses = () => {
  const user = useUser()
  const isStaff = isStaffActor(toActor(user))
  const all = useQuery({ ...coursesQuery(), enabled: isStaff })
  if (!isStaff) return Object.entries(user?.courses ?? {}).map(([id, name]) => ({ id: Number(id), name }))
  return (all.data?.courses ?? [])
    .filter(({ status }) => status.slug !== 'archived')
    .map(({ id, name, status }) => ({ id, name, running: status.slug === 'published' }))
}

interface Shown {
  month: Month
  today: string
  days: Map<string, CalendarEvent[]>
  isStaff: boolean
  onEdit: (event: CalendarEvent) => void
}

/** The days of a month that have events; those of the current month that are over are folded. */
const MonthList = ({ month, today, days, isStaff, onEdit }: Shown) => {
  const own = [...days].filter(([day]) => day.startsWith(month))
  const isOver = ([day]: [string, unknown]) => today.startsWith(month) && day < today
  const [over, ahead] = [own.filter(isOver), own.filter((entry) => !isOver(entry))]
  const past = over.reduce((sum, [, events]) => sum + events.length, 0)
  const list = (entries: typeof own) =>
    entries.map(([day, events]) => (
      <DayEvents key={day} day={day} today={today} events={events} isStaff={isStaff} onEdit={onEdit} />
    ))
  return (
    <>
      {over.length > 0 && (
        <Fold mb={5}>
          <FoldSummary justify="between">
            Уже прошло: {counted(past, 'событие', 'события', 'событий')}
            <FoldArrow />
          </FoldSummary>
          <Box pad={3} padX={4}>
            {list(over)}
          </Box>
        </Fold>
      )}
      {list(ahead)}
      {ahead.length === 0 && (
        <EmptyCard
          icon={IconCalendarEvent}
          title={over.length > 0 ? 'До конца месяца ничего не запланировано' : 'В этом месяце ничего нет'}
          text="Здесь появляются сроки заданий, открытия уроков и события, которые добавляют преподаватели."
          action={
            <Button
              component={Link}
              to={pathTo('calendar', {}, { month: addMonths(month, 1), view: 'list' })}
              variant="light"
            >
              {formatMonth(addMonths(month, 1))}
            </Button>
          }
        />
      )}
    </>
  )
}

const CalendarPage = () => {
  const [search, change] = usePageSearch('calendar')
  const actor = useActor()
  const navigate = useNavigate()
  const client = useQueryClient()
  const courses = useCourses()
  const isPhone = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  const today = dayKey(useNow())
  const month = monthOf(search.month)
  const courseId = courseOf(search)
  const query = useQuery(calendarQuery(month, courseId))
  const [editing, setEditing] = useState<CalendarEvent | 'new' | null>(null)
  const [linking, setLinking] = useState(false)
  const [picked, setPicked] = useState(today)

  const isStaff = isStaffActor(actor)
  const isList = search.view ? search.view === 'list' : isPhone
  // another month has another chosen day: today, or its first
  const chosen = picked.startsWith(month) ? picked : today.startsWith(month) ? today : `${month}-01`
  const days = byDay(query.data?.events ?? [])
  const to = (changes: PageSearch<'calendar'>) => pathTo('calendar', {}, { ...search, ...changes })
  const loaded = query.isSuccess && !query.isPlaceholderData

  useEffect(() => {
    if (!loaded) return
    for (const by of [-1, 1]) void client.prefetchQuery(calendarQuery(addMonths(month, by), courseId))
  }, [loaded, month, courseId, client])

  const choose = (day: string) => {
    setPicked(day)
    if (!day.startsWith(month)) void change({ month: day.slice(0, 7) }, { replace: true })
  }
  const shown: Shown = { month, today, days, isStaff, onEdit: setEditing }
  const arrow = { variant: 'default', px: 'xs' } as const
  return (
    <Wrap>
      <PageHeader
        title="Календарь"
        subtitle="Сроки, открытия уроков и события ваших курсов"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconLink size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setLinking(true)}
            >
              В телефон
            </Button>
            {isStaff && courses.length > 0 && (
              <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setEditing('new')}>
                Событие
              </Button>
            )}
          </>
        }
      />
      <Row gap={2} gapX={3} wrap mb={4}>
        <Row gap={1}>
          <Button component={Link} to={to({ month: addMonths(month, -1) })} aria-label="Предыдущий месяц" {...arrow}>
            <IconChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button component={Link} to={to({ month: addMonths(month, 1) })} aria-label="Следующий месяц" {...arrow}>
            <IconChevronRight size={20} aria-hidden="true" />
          </Button>
        </Row>
        <h2 className={classes.title} aria-live="polite">
          {formatMonth(month)}
        </h2>
        <Button
          variant="default"
          onClick={() => {
            setPicked(today)
            void navigate({ to: to({ month: undefined }) })
          }}
        >
          Сегодня
        </Button>
        <Button component={Link} variant="default" to={to({ view: isList ? 'month' : 'list' })}>
          {isList ? 'Месяцем' : 'Списком'}
        </Button>
        {courses.length > 1 && (
          <ListChoice
            label="Курс"
            all="Все курсы"
            className={classes.choice}
            value={search.course_id}
            options={courses.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(course_id) => void change({ course_id }, { replace: true })}
          />
        )}
      </Row>
      {query.data?.complete === false && (
        <Notice tone="warn">В этом месяце слишком много событий, последние не поместились. Выберите один курс.</Notice>
      )}
      {isList || query.isError ? (
        <ListState query={query}>{() => <MonthList {...shown} />}</ListState>
      ) : (
        <>
          <Box mb={5} aria-busy={query.isPending}>
            <MonthGrid {...shown} chosen={chosen} onChoose={choose} />
          </Box>
          <DayEvents {...shown} day={chosen} events={days.get(chosen) ?? []} />
        </>
      )}
      {editing && (
        <EventDialog
          event={editing === 'new' ? null : editing}
          courses={courses}
          courseId={courseId}
          day={isList ? (today.startsWith(month) ? today : `${month}-01`) : chosen}
          onClose={() => setEditing(null)}
        />
      )}
      {linking && <LinkDialog onClose={() => setLinking(false)} />}
    </Wrap>
  )
}

export default CalendarPage
