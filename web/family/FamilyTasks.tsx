import type { ReactNode } from 'react'
import { quizName } from '#contract/journal/quiz-name.ts'
import type { TaskOfCourse } from '#web/family/sort-tasks.ts'
import { TaskMark } from '#web/family/TaskMark.tsx'
import { noResult, quizStatus } from '#web/journal/quiz-status.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatCalendarDay, formatDay, formatMoment } from '#web/ui/dates.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** When something was due, handed in or answered, in words. */
const standing = (task: TaskOfCourse): ReactNode => {
  const { status, due_at, overdue, submitted_at, verdict, absent, held_on, score, quiz, noted_at } = task
  if (quiz) return noted_at ? formatDay(noted_at) : noResult[quiz.kind]
  if (held_on) {
    const what = absent ? 'Пропуск («н»)' : score === null ? 'Запись в журнале' : 'Оценка в журнале'
    return `${what}, ${formatCalendarDay(held_on)}`
  }
  if (absent) return 'Пропуск («н»)'
  if (verdict) return `Проверено ${formatDay(verdict.at)}`
  if (status?.slug === 'submitted' && submitted_at) return `Сдано ${formatDay(submitted_at)}, учитель ещё не проверил`
  if (overdue && due_at) return `Нужно было сдать до ${formatMoment(due_at)}`
  if (due_at && status === null) return `Сдать до ${formatMoment(due_at)}`
  return status === null ? 'Срока нет' : null
}

const TaskRow = ({ task }: { task: TaskOfCourse }) => {
  const status = task.quiz
    ? quizStatus({ points: task.score, max_points: task.max_score }, task.quiz.kind)
    : task.status
  const comments = [task.verdict?.comment, task.note].filter(Boolean)
  return (
    <CardRow align="start">
      <Box from={16} shrink>
        <Text weight="medium" anywhere>
          {task.lesson}
          {task.quiz && `: ${quizName(task.quiz)}`}
        </Text>
        <Text size={2} tone={task.overdue ? 'bad' : 'quiet'} anywhere>
          {task.course}
          {' · '}
          {standing(task)}
        </Text>
        {comments.map((text) => (
          <Text key={text} mt={1} anywhere lines>
            {text}
          </Text>
        ))}
      </Box>
      <Row gap={3}>
        {status && <StatusBadge status={status} />}
        <TaskMark task={task} />
      </Row>
    </CardRow>
  )
}

/** Tasks under a heading; nothing without any, unless `empty` says so in words. */
export const FamilyTasks = ({ title, tasks, empty }: { title: string; tasks: TaskOfCourse[]; empty?: string }) => {
  if (tasks.length === 0 && !empty) return null
  return (
    <Section title={title}>
      {tasks.length === 0 ? (
        <Text tone="quiet">{empty}</Text>
      ) : (
        <CardList>
          {tasks.map((task) => (
            <TaskRow key={`${task.quiz?.kind} ${task.id}`} task={task} />
          ))}
        </CardList>
      )}
    </Section>
  )
}
