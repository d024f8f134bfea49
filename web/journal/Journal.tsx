import { Button, Skeleton } from '@mantine/core'
import { IconChecklist, IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { JournalAssignment, JournalCohort, Journal as JournalData } from '#contract/journal/journal.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { withChanges } from '#web/journal/change-journal.ts'
import { GradingContext } from '#web/journal/grading.ts'
import { JournalBar } from '#web/journal/JournalBar.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { JournalTable, type OpenedCell } from '#web/journal/JournalTable.tsx'
import { journalCohortsQuery, journalQuery } from '#web/journal/journal.queries.ts'
import { cellKindOf, filterRows } from '#web/journal/journal-filter.ts'
import { PrintedJournal } from '#web/journal/PrintedJournal.tsx'
import { usePendingChanges } from '#web/journal/pending-changes.ts'
import { forgetStored } from '#web/journal/unsaved-changes.ts'
import { useKeptChanges } from '#web/journal/use-kept-changes.ts'
import { useMarks } from '#web/journal/use-marks.ts'
import { usePrinting } from '#web/journal/use-printing.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

const PeriodDialog = lateDialog(() => import('#web/journal/PeriodDialog.tsx'))
const ColumnDialog = lateDialog(() => import('#web/journal/ColumnDialog.tsx'))

const Outline = () => (
  <Stack gap={4} role="status" aria-label="Загрузка">
    <Skeleton height={42} width="70%" />
    <Skeleton height={420} radius="lg" />
  </Stack>
)

const NoAssignments = ({ courseId, onAdd }: { courseId: number; onAdd: () => void }) => (
  <EmptyState
    icon={IconChecklist}
    title="В журнале пока пусто"
    text="Здесь появится столбец для каждого задания, как только в курсе откроется урок с заданием."
    action={
      <Row gap={2} wrap justify="center">
        <Button component={Link} to={pathTo('lessons.create', { course_id: courseId })} variant="light">
          Добавить урок
        </Button>
        <Button variant="default" onClick={onAdd}>
          Столбец без сдачи
        </Button>
      </Row>
    }
  />
)

const NoStudents = ({ courseId }: { courseId: number }) => (
  <EmptyState
    icon={IconUsers}
    title="На курс ещё никто не записан"
    text={`Запишите ${called('студентов')} на странице курса, и у каждого здесь появится своя строка.`}
    action={
      <Button component={Link} to={pathTo('courses.show', { id: courseId })} variant="light">
        К странице курса
      </Button>
    }
  />
)

const KeyCap = (props: { children: string }) => (
  <Text as="kbd" padX={1.5} size={1} ground="surface" edge="firm" className={classes.key} {...props} />
)

const Keys = () => (
  <Row
    as="p"
    gap={1.5}
    gapX={4}
    wrap
    align="stretch"
    mt={2}
    size={2}
    tone="quiet"
    className={classes.keys}
    id="journal-keys"
  >
    <span>
      <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> <KeyCap>←</KeyCap> <KeyCap>→</KeyCap> ходить
    </span>
    <span>
      <KeyCap>Enter</KeyCap>, цифра или <KeyCap>н</KeyCap>: оценка или отсутствие
    </span>
    <span>
      <KeyCap>Tab</KeyCap> сохранить и дальше
    </span>
    <span>
      <KeyCap>Esc</KeyCap> оставить как было
    </span>
    <span>
      <KeyCap>Ctrl</KeyCap> <KeyCap>Z</KeyCap> отменить последнее
    </span>
    <span>
      <KeyCap>H</KeyCap> история и оценка с причиной
    </span>
    <span>
      <KeyCap>O</KeyCap> открыть работу, урок или столбец
    </span>
  </Row>
)

/** What a choice in the address means; undefined for none, and for one that is gone. */
const chosen = <Choice extends { id: number }>(choices: Choice[], id: string | undefined) =>
  choices.find((choice) => String(choice.id) === id)

const JournalOrNone = ({ journal: loaded, cohorts }: { journal: JournalData; cohorts: JournalCohort[] }) => {
  const pending = usePendingChanges(loaded.course.id)
  const journal = useMemo(() => withChanges(loaded, pending), [loaded, pending])
  useEffect(() => forgetStored(loaded), [loaded])
  const marks = useMarks(journal)
  // also where the filters of the address leave no row
  useKeptChanges(loaded.course.id, marks.kept)
  const [{ search = '', status, ...chose }, change] = usePageSearch('courses.show')
  /** The column whose form is open; null for a new one. */
  const [column, setColumn] = useState<JournalAssignment | null>()
  const [periodId, setPeriodId] = useState<number>()
  const [opened, setOpened] = useState<OpenedCell | null>(null)
  const shownPeriod = journal.periods.find(({ id }) => id === periodId)
  const { course, assignments, quizzes } = journal
  const tests = quizzes.filter(({ kind }) => kind === 'quiz').length
  if (journal.rows.length === 0) return <NoStudents courseId={course.id} />
  if (assignments.length + quizzes.length === 0)
    return (
      <>
        {column !== undefined && (
          <ColumnDialog courseId={course.id} column={column} onClose={() => setColumn(undefined)} />
        )}
        <NoAssignments courseId={course.id} onAdd={() => setColumn(null)} />
      </>
    )
  const kind = cellKindOf(status)
  const [cohort, period] = [chosen(cohorts, chose.cohort), chosen(journal.periods, chose.period)]
  const rows = filterRows(journal.rows, search, kind, cohort, opened?.studentId)
  const left = rows.filter(({ left_at }) => left_at !== null).length
  return (
    <>
      {column !== undefined && (
        <ColumnDialog courseId={course.id} column={column} onClose={() => setColumn(undefined)} />
      )}
      {shownPeriod && <PeriodDialog journal={journal} period={shownPeriod} onClose={() => setPeriodId(undefined)} />}
      <JournalBar
        onAdd={() => setColumn(null)}
        courseId={course.id}
        scale={journal.grading.scale}
        search={search}
        kind={kind}
        cohorts={cohorts}
        cohort={cohort}
        periods={journal.periods}
        period={period}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title="Никого не нашлось"
          text={`Таких ${called('студентов')} или работ в журнале нет.`}
          action={
            <Button
              variant="default"
              onClick={() => void change({ search: undefined, status: undefined, cohort: undefined })}
            >
              Показать всех
            </Button>
          }
        />
      ) : (
        <>
          <JournalTable
            journal={journal}
            marks={marks}
            rows={rows}
            period={period}
            kind={kind}
            opened={opened}
            setOpened={setOpened}
            onColumn={setColumn}
            onPeriod={setPeriodId}
          />
          <Text mt={3} size={2} tone="quiet" role="status">
            {countedStudents(rows.length)}
            {left > 0 && ` (из них ${counted(left, 'выбыл', 'выбыли', 'выбыли')})`}
            {', '}
            {counted(assignments.length, 'задание', 'задания', 'заданий')}
            {tests > 0 && `, ${counted(tests, 'тест', 'теста', 'тестов')}`}
            {quizzes.length > tests &&
              `, ${counted(quizzes.length - tests, 'инструмент', 'инструмента', 'инструментов')}`}
          </Text>
          <Keys />
        </>
      )}
    </>
  )
}

/** The journal of a course, for those who teach or run it. */
const Journal = ({ courseId }: { courseId: number }) => {
  const query = useQuery(journalQuery(courseId))
  const cohortsQuery = useQuery(journalCohortsQuery(courseId))
  const [search] = usePageSearch('courses.show')
  const printing = usePrinting()
  // without them the whole journal would be shown as that of one class
  if (search.cohort && !cohortsQuery.data)
    return (
      <ListState query={cohortsQuery} skeleton={<Outline />}>
        {() => null}
      </ListState>
    )
  const cohorts = cohortsQuery.data?.cohorts ?? []
  return (
    <ListState query={query} skeleton={<Outline />}>
      {({ journal }) => (
        <GradingContext value={journal.grading}>
          <Box unprinted>
            {hasFailed(cohortsQuery) && (
              <Box mb={4}>
                <PartError what={cohortCalled('many')} />
              </Box>
            )}
            <JournalOrNone journal={journal} cohorts={cohorts} />
          </Box>
          {printing && (
            <PrintedJournal
              journal={journal}
              cohort={chosen(cohorts, search.cohort)}
              period={chosen(journal.periods, search.period)}
            />
          )}
        </GradingContext>
      )}
    </ListState>
  )
}

export default Journal
