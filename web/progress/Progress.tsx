import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { dayText } from '#contract/dates.ts'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { counted, plural } from '#contract/plural.ts'
import type { Progress as Shown } from '#contract/progress/progress.schema.ts'
import { defaultWeeks, type ProgressWeeks } from '#contract/progress/progress-parts.ts'
import { called } from '#contract/users/student-word.ts'
import { curates } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { type Bar, BarList } from '#web/progress/BarList.tsx'
import { ProgressSection } from '#web/progress/ProgressSection.tsx'
import { ProgressTable } from '#web/progress/ProgressTable.tsx'
import { progressQuery, weeksOf } from '#web/progress/progress.queries.ts'
import { secondsText } from '#web/progress/seconds-text.ts'
import { WeekColumns } from '#web/progress/WeekColumns.tsx'
import { formatAge, formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const weekChoices: { value: ProgressWeeks; label: string }[] = [
  { value: '4', label: 'За 4 недели' },
  { value: '12', label: 'За 12 недель' },
  { value: '52', label: 'За год' },
]

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** A part as a share of the whole; 0 of an empty whole. */
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

type Standing = Shown['cohorts'][number]

/** «принято 40 из 80 · просрочено 3 · отстают 2 из 12». */
const standingText = ({ students, asked, accepted, overdue, behind }: Standing) => {
  if (students === 0) return `${called('студентов')} нет`
  const parts = [
    asked === 0 ? 'заданий нет' : `принято ${accepted} из ${asked}`,
    overdue > 0 && `просрочено ${overdue}`,
    behind > 0 && `${plural(behind, 'отстаёт', 'отстают', 'отстают')} ${behind} из ${students}`,
  ]
  // a line ends between facts
  return parts.flatMap((part) => (part ? [part.replaceAll(' ', '\u00a0')] : [])).join(' · ')
}

const standingParts = ({ asked, accepted, overdue }: Standing): Bar['parts'] => [
  { tone: 'done', share: shareOf(accepted, asked) },
  // what is overdue may have been accepted once, and be returned now
  { tone: 'bad', share: Math.min(shareOf(overdue, asked), 1 - shareOf(accepted, asked)) },
]

const standingCells = ({ students, asked, accepted, overdue, behind }: Standing) => [
  ...[students, asked, accepted, overdue, behind],
]

const standingHeadings = () => [called('Студентов'), 'Задано', 'Принято', 'Просрочено', 'Отстают']

const Activity = ({ progress: { weeks }, chosen }: { progress: Shown; chosen: ProgressWeeks }) => {
  const days = weeks.map(({ from }) => from)
  const [submitted, verdicts] = [weeks.map((week) => week.submitted), weeks.map((week) => week.verdicts)]
  const active = weeks.map((week) => week.active)
  const waits = weeks.map((week) => week.usual_wait)
  const longest = Math.max(...waits.map((wait) => wait ?? 0))
  return (
    <ProgressSection
      title="Активность"
      part="weeks"
      weeks={chosen}
      table={
        <ProgressTable
          label="Активность по неделям"
          headings={['Неделя с', 'Занимались', 'Сдано работ', 'Проверено', 'Ждали проверки']}
          rows={weeks
            .map(({ from, active, submitted, verdicts, usual_wait }) => ({
              key: from,
              cells: [dayText(from), active, submitted, verdicts, secondsText(usual_wait)],
            }))
            .toReversed()}
        />
      }
    >
      <Grid least={19} gap={4}>
        <WeekColumns
          title="Работы"
          text={`Сдано ${sum(submitted)}, проверено ${sum(verdicts)}; на этой неделе ${submitted.at(-1)} и ${verdicts.at(-1)}.`}
          weeks={days}
          series={[
            { name: 'сдано', values: submitted },
            { name: 'проверено', values: verdicts },
          ]}
        />
        <WeekColumns
          title="Занимались"
          text={`Кто читал уроки, отвечал на тесты или сдавал работы: на этой неделе ${counted(active.at(-1) ?? 0, 'человек', 'человека', 'человек')}.`}
          weeks={days}
          series={[{ name: 'занимались', values: active }]}
        />
        <WeekColumns
          title="Ждали проверки, часов"
          text={
            longest === 0
              ? 'За это время ничего не проверяли.'
              : `Половина работ недели ждала меньше; дольше всего: ${secondsText(longest)}.`
          }
          weeks={days}
          series={[{ name: 'ждали', values: waits }]}
          format={(seconds) => String(Math.round(seconds / 3600))}
        />
      </Grid>
    </ProgressSection>
  )
}

const courseLink = ({ id, name }: { id: number; name: string }) => (
  <Link to={pathTo('courses.show', { id }, { view: 'journal' })}>{name}</Link>
)

const Courses = ({ progress: { courses }, chosen }: { progress: Shown; chosen: ProgressWeeks }) => (
  <ProgressSection
    title="Курсы"
    part="courses"
    weeks={chosen}
    table={
      <ProgressTable
        label="Курсы"
        headings={['Курс', ...standingHeadings(), 'Ждут проверки', 'Первая ждёт с', 'Проверено', 'Ждали проверки']}
        rows={courses.map((course) => ({
          key: course.id,
          cells: [
            courseLink(course),
            ...standingCells(course),
            ...[course.waiting, course.waiting_since ? formatMoment(course.waiting_since) : '—'],
            ...[course.verdicts, secondsText(course.usual_wait)],
          ],
        }))}
      />
    }
  >
    <Text size={2} tone="quiet">
      Синим — принято, красным в полоску — просрочено, остальное ещё впереди или на проверке.
    </Text>
    <BarList
      label="Курсы: сколько сделано"
      bars={courses.map((course) => ({
        id: course.id,
        name: courseLink(course),
        text: standingText(course),
        parts: standingParts(course),
      }))}
    />
    <Queues courses={courses} />
  </ProgressSection>
)

/** The courses whose works wait for a review, the longest queue first. */
const Queues = ({ courses }: Pick<Shown, 'courses'>) => {
  const queues = courses.filter(({ waiting }) => waiting > 0).toSorted((a, b) => b.waiting - a.waiting)
  const longest = queues[0]?.waiting ?? 0
  return (
    <Stack gap={3} mt={4}>
      <h3>Очереди на проверку</h3>
      {queues.length === 0 ? (
        <Text tone="quiet">Ничего не ждёт проверки.</Text>
      ) : (
        <BarList
          label="Очереди на проверку"
          bars={queues.map(({ id, name, waiting, waiting_since, usual_wait }) => ({
            id,
            name: <Link to={pathTo('tasks.index', {}, { course_id: id })}>{name}</Link>,
            text: [
              `${plural(waiting, 'ждёт', 'ждут', 'ждут')} ${waiting}`,
              waiting_since && `первая — ${formatAge(waiting_since)}`,
              usual_wait !== null && `обычно ждут ${secondsText(usual_wait, 'минуту')}`,
            ]
              .filter(Boolean)
              .join(' · '),
            parts: [{ tone: 'waits', share: shareOf(waiting, longest) }],
          }))}
        />
      )}
    </Stack>
  )
}

const Cohorts = ({ progress: { cohorts }, chosen }: { progress: Shown; chosen: ProgressWeeks }) => {
  const actor = useActor()
  const title = cohortTitle('many')
  if (cohorts.length === 0) return null
  const nameOf = ({ id, name }: Standing) =>
    curates(actor, 'people') ? <Link to={pathTo('cohorts.show', { id }, { status: 'behind' })}>{name}</Link> : name
  return (
    <ProgressSection
      title={title}
      part="cohorts"
      weeks={chosen}
      table={
        <ProgressTable
          label={title}
          headings={[cohortTitle('one'), ...standingHeadings()]}
          rows={cohorts.map((cohort) => ({ key: cohort.id, cells: [nameOf(cohort), ...standingCells(cohort)] }))}
        />
      }
    >
      <BarList
        label={`${title}: сколько сделано`}
        bars={cohorts.map((cohort) => ({
          id: cohort.id,
          name: nameOf(cohort),
          text: standingText(cohort),
          parts: standingParts(cohort),
        }))}
      />
    </ProgressSection>
  )
}

/** How the studies of the whole school go, for curators: charts, each of which is a table as well. */
const Progress = () => {
  const [search, change] = usePageSearch('courses.index')
  const weeks = weeksOf(search.weeks)
  const query = useQuery(progressQuery(weeks))
  return (
    <>
      <NativeSelect
        aria-label="За какое время"
        maw={220}
        value={weeks}
        onChange={({ currentTarget: { value } }) =>
          void change({ weeks: value === defaultWeeks ? undefined : value }, { replace: true })
        }
        data={weekChoices}
      />
      <ListState
        query={query}
        skeleton={<SkeletonList count={4} height={180} />}
        isEmpty={({ progress }) => progress.courses.length === 0}
        empty={
          <EmptyState
            icon={IconChartBar}
            title="Опубликованных курсов пока нет"
            text="Когда появится первый, здесь будет видно, как на нём учатся и долго ли ждут проверки."
          />
        }
      >
        {({ progress }) => (
          <>
            <Activity progress={progress} chosen={weeks} />
            <Courses progress={progress} chosen={weeks} />
            <Cohorts progress={progress} chosen={weeks} />
          </>
        )}
      </ListState>
    </>
  )
}

export default Progress
