import { Button, Skeleton } from '@mantine/core'
import { IconChecklist, IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JournalAssignment, Journal as JournalData } from '#contract/journal/journal.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { GradingContext } from '#web/journal/grading.ts'
import { JournalBar } from '#web/journal/JournalBar.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { JournalTable } from '#web/journal/JournalTable.tsx'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { cellKindOf, filterRows } from '#web/journal/journal-filter.ts'
import { PrintedJournal } from '#web/journal/PrintedJournal.tsx'
import { usePrinting } from '#web/journal/use-printing.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { counted } from '#web/ui/plural.ts'

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
    text="Запишите студентов на странице курса, и у каждого здесь появится своя строка."
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
      <KeyCap>H</KeyCap> история и оценка с причиной
    </span>
    <span>
      <KeyCap>O</KeyCap> открыть работу
    </span>
  </Row>
)

const JournalOrNone = ({ journal }: { journal: JournalData }) => {
  const [{ search = '', status }, change] = usePageSearch('courses.show')
  /** The column whose form is open; null for a new one. */
  const [column, setColumn] = useState<JournalAssignment | null>()
  const { course, assignments, quizzes } = journal
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
  const rows = filterRows(journal.rows, search, kind)
  const left = rows.filter(({ left_at }) => left_at !== null).length
  return (
    <>
      {column !== undefined && (
        <ColumnDialog courseId={course.id} column={column} onClose={() => setColumn(undefined)} />
      )}
      <JournalBar
        onAdd={() => setColumn(null)}
        courseId={course.id}
        scale={journal.grading.scale}
        search={search}
        kind={kind}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title="Никого не нашлось"
          text="Таких студентов или работ в журнале нет."
          action={
            <Button variant="default" onClick={() => void change({ search: undefined, status: undefined })}>
              Показать всех
            </Button>
          }
        />
      ) : (
        <>
          <JournalTable journal={journal} rows={rows} kind={kind} onColumn={setColumn} />
          <Text mt={3} size={2} tone="quiet" role="status">
            {counted(rows.length, 'студент', 'студента', 'студентов')}
            {left > 0 && ` (из них ${counted(left, 'выбыл', 'выбыли', 'выбыли')})`}
            {', '}
            {counted(assignments.length, 'задание', 'задания', 'заданий')}
            {quizzes.length > 0 && `, ${counted(quizzes.length, 'тест', 'теста', 'тестов')}`}
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
  const printing = usePrinting()
  return (
    <ListState query={query} skeleton={<Outline />}>
      {({ journal }) => (
        <GradingContext value={journal.grading}>
          <Box unprinted>
            <JournalOrNone journal={journal} />
          </Box>
          {printing && <PrintedJournal journal={journal} />}
        </GradingContext>
      )}
    </ListState>
  )
}

export default Journal
