import { IconChecklist, IconClockExclamation, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayText } from '#contract/dates.ts'
import type {
  Journal,
  JournalAssignment,
  JournalCell,
  JournalQuiz,
  JournalQuizCell,
} from '#contract/journal/journal.schema.ts'
import { columnsOf } from '#contract/journal/journal-columns.ts'
import type { JournalPeriod, JournalTotal } from '#contract/journal/periods.schema.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { totalText } from '#contract/journal/totals.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { countedText } from '#web/journal/counted-text.ts'
import { GradingContext, useGrading } from '#web/journal/grading.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { isMissing, overdueBadge } from '#web/journal/journal-filter.ts'
import classes from '#web/journal/OwnScores.module.css'
import { attemptText } from '#web/journal/QuizCell.tsx'
import { noResult, quizStatus } from '#web/journal/quiz-status.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const Score = ({ score, max }: { score: number | null; max: number | null }) => {
  const { grading, textOf } = useGrading()
  return score === null ? null : (
    <Text size={3} tone="soft" nowrap className={classes.score}>
      <Text as="b" size={6} tone="ink" weight="strong">
        {textOf(score, max)}
      </Text>
      {grading.scale === 'points' && max !== null && ` из ${scoreText(max)}`}
    </Text>
  )
}

const termsOf = ({ submitted_at, due_at, status }: JournalCell) => {
  if (status?.slug === 'excused') return ''
  if (submitted_at) return `Сдано ${formatDay(submitted_at)}`
  return due_at ? `Сдать до ${formatDay(due_at)}` : 'Без срока'
}

/** Leads to the lesson while it can be read. */
const LessonName = ({
  lesson,
  open,
  deleted_at,
}: Pick<JournalAssignment, 'lesson' | 'open' | 'deleted_at'> | Pick<JournalQuiz, 'lesson' | 'open' | 'deleted_at'>) =>
  open && lesson.id !== null ? (
    <Text as={Link} to={pathTo('lessons.show', { id: lesson.id })} weight="medium" covers tight anywhere>
      {lesson.name}
    </Text>
  ) : (
    <Text as="span" weight="medium" tight anywhere>
      {lesson.name}
      {deleted_at !== null && ' (урок удалён)'}
    </Text>
  )

const OwnQuiz = ({ quiz, cell }: { quiz: JournalQuiz; cell: JournalQuizCell }) => {
  const status = quizStatus(cell, quiz.kind)
  return (
    <Row as="li" gap={1.5} gapX={4} wrap justify="between" pad={2.5} padX={4.5} className={classes.task}>
      <Box from={12} className={classes.text}>
        <LessonName {...quiz} />
        <Row as="p" gap={0} gapX={3} wrap align="stretch" size={2} tone="quiet" loose>
          <Box as="span" anywhere>
            {quiz.kind === 'quiz' ? 'Тест' : 'Инструмент'} «{quiz.title}»
          </Box>
          <span>{attemptText(cell, quiz.kind)}</span>
        </Row>
      </Box>
      <Row gap={1.5} gapX={3} wrap className={classes.marks}>
        {status ? (
          <StatusBadge status={status} />
        ) : (
          <Text as="span" size={2} tone="quiet">
            {noResult[quiz.kind]}
          </Text>
        )}
        <Score score={cell.points} max={cell.max_points} />
      </Row>
    </Row>
  )
}

const OwnTask = ({ assignment, cell }: { assignment: JournalAssignment; cell: JournalCell }) => {
  const { weight, max_score } = assignment
  return (
    <Row
      as="li"
      gap={1.5}
      gapX={4}
      wrap
      justify="between"
      pad={2.5}
      padX={4.5}
      className={classes.task}
      data-excused={cell.status?.slug === 'excused' || undefined}
    >
      <Box from={12} className={classes.text}>
        <LessonName {...assignment} />
        <Row as="p" gap={0} gapX={3} wrap align="stretch" size={2} tone="quiet" loose>
          <span>{assignment.held_on ? dayText(assignment.held_on) : termsOf(cell)}</span>
          {cell.overdue && !isMissing(cell) && (
            <Row as="span" gap={1} inline tone="bad">
              <IconClockExclamation size={15} stroke={2} aria-hidden="true" />
              позже срока
            </Row>
          )}
          {weight !== 1 && max_score !== null && <span>вес {scoreText(weight)}</span>}
        </Row>
        {cell.comment && (
          <Text size={3} tone="soft" anywhere lines>
            {cell.comment}
          </Text>
        )}
      </Box>
      <Row gap={1.5} gapX={3} wrap className={classes.marks}>
        {cell.overdue && isMissing(cell) && <StatusBadge status={overdueBadge} />}
        {cell.status ? (
          <StatusBadge status={cell.status} />
        ) : (
          !cell.overdue &&
          !cell.absent &&
          !assignment.held_on && (
            <Text as="span" size={2} tone="quiet">
              Не сдано
            </Text>
          )
        )}
        {cell.absent && (
          <Text as="span" size={2} tone="quiet">
            Отсутствие («{absentMark}»)
          </Text>
        )}
        <Score score={cell.score} max={max_score} />
      </Row>
    </Row>
  )
}

/** A total that was set, or what it would be by the marks so far. */
const Total = ({ period, total: { score, proposed } }: { period: JournalPeriod; total: JournalTotal }) => {
  const { grading } = useGrading()
  const shown = score ?? (period.locked ? null : proposed)
  return (
    <Row as="li" gap={3} justify="between" pad={2.5} padX={4.5}>
      <Box shrink>
        <Text anywhere tight>
          {period.name}
        </Text>
        <Row as="p" gap={1} size={2} tone="quiet">
          {period.locked && <IconLock size={14} stroke={1.9} aria-hidden="true" />}
          {score === null
            ? period.locked
              ? 'закрыт без итога'
              : 'пока, по оценкам'
            : period.locked
              ? 'закрыт'
              : 'итог'}
        </Row>
      </Box>
      {score === null ? (
        <Text as="i" size={4} tone="quiet" digits nowrap>
          {shown === null ? '—' : totalText(shown, grading)}
        </Text>
      ) : (
        <Text as="b" size={6} weight="strong" digits nowrap>
          {totalText(score, grading)}
        </Text>
      )}
    </Row>
  )
}

/** The student's totals, period by period; those of which nothing is known yet are left out. */
const Totals = ({ journal, totals }: { journal: Journal; totals: JournalTotal[] }) => {
  const known = journal.periods.flatMap((period, index) => {
    const total = totals[index]
    return total && (total.score !== null || total.proposed !== null || period.locked) ? [{ period, total }] : []
  })
  return known.length === 0 ? null : (
    <Card flush>
      <Text as="h2" size={5} pad={3} padX={4.5}>
        Итоги
      </Text>
      <Box as="ul" divided plain aria-label="Итоги">
        {known.map(({ period, total }) => (
          <Total key={period.id} period={period} total={total} />
        ))}
      </Box>
    </Card>
  )
}

const Scores = ({ journal }: { journal: Journal }) => {
  const row = journal.rows[0]
  const columns = columnsOf(journal)
  if (!row || columns.length === 0)
    return (
      <EmptyState
        icon={IconChecklist}
        title="Заданий пока нет"
        text="Когда в курсе появятся задания, здесь будет видно, как идут ваши работы и какие у них оценки."
      />
    )
  const hasSide = row.average !== null || row.totals.some(({ score, proposed }) => score !== null || proposed !== null)
  return (
    <div className={classes.scores}>
      {hasSide && (
        <Stack gap={4} className={classes.average}>
          {row.average !== null && (
            <Stack as={Card} gap={2}>
              <h2>Средний результат</h2>
              <Text as="b" weight="heavy" className={classes.number}>
                {scoreText(row.average)} %
              </Text>
              <Text size={3} tone="soft">
                Доля баллов по {countedText(journal, row)}, где уже есть оценка, с учётом веса заданий.
              </Text>
            </Stack>
          )}
          <Totals journal={journal} totals={row.totals} />
        </Stack>
      )}
      <Card flush>
        <Box as="ol" divided plain aria-label="Мои оценки">
          {columns.map((column) => {
            if (column.kind === 'quiz') {
              const cell = row.quizzes[column.index]
              return cell && <OwnQuiz key={`quiz-${cell.quiz_id}`} quiz={column.quiz} cell={cell} />
            }
            const cell = row.cells[column.index]
            return cell && <OwnTask key={cell.assignment_id} assignment={column.assignment} cell={cell} />
          })}
        </Box>
      </Card>
    </div>
  )
}

/** A student’s own tasks in a course with their scores, and results of quizzes that count, lesson by lesson. */
const OwnScores = ({ courseId }: { courseId: number }) => {
  const query = useQuery(journalQuery(courseId))
  return (
    <ListState query={query} skeleton={<SkeletonList height={60} />}>
      {({ journal }) => (
        <GradingContext value={journal.grading}>
          <Scores journal={journal} />
        </GradingContext>
      )}
    </ListState>
  )
}

export default OwnScores
