import { VisuallyHidden } from '@mantine/core'
import { IconEyeOff, IconListCheck, IconPuzzle } from '@tabler/icons-react'
import { memo } from 'react'
import type { JournalQuiz } from '#contract/journal/journal.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

/** The head of a column with results of a quiz or a tool. */
export const QuizHead = memo(
  ({
    quiz: { kind, title, lesson, open, deleted_at },
    column,
    focusable,
  }: {
    quiz: JournalQuiz
    column: number
    focusable: boolean
  }) => (
    <th scope="col" aria-colindex={column + 1} data-place={`-1:${column}`} tabIndex={focusable ? 0 : -1}>
      {deleted_at !== null ? (
        <Text as="span" clamp={2} tone="ink" anywhere>
          {title}
        </Text>
      ) : (
        <Text
          as={Link}
          links="quiet"
          clamp={2}
          tone="ink"
          anywhere
          to={pathTo('lessons.show', { id: lesson.id })}
          tabIndex={-1}
          data-tip={`Урок «${lesson.name}»`}
        >
          {!open && (
            <>
              <IconEyeOff size={14} stroke={2} aria-hidden="true" className={classes.closed} />
              <VisuallyHidden>{called('Студенты')} не видят урок: </VisuallyHidden>
            </>
          )}
          {title}
        </Text>
      )}
      <Row as="span" gap={0.5} gapX={2.5} wrap mt={1} size={1} tone="quiet" weight="plain">
        {deleted_at !== null && (
          <Text as="span" padX={1.5} tone="soft" ground="idle" round="s">
            удалён
          </Text>
        )}
        {kind === 'quiz' ? (
          <Row as="span" gap={1} inline data-tip="Баллы лучшей попытки. Ставятся сами, по ответам">
            <IconListCheck size={14} stroke={1.9} aria-hidden="true" />
            тест
          </Row>
        ) : (
          <Row as="span" gap={1} inline data-tip="Последний балл, который прислал внешний инструмент">
            <IconPuzzle size={14} stroke={1.9} aria-hidden="true" />
            инструмент
          </Row>
        )}
      </Row>
    </th>
  ),
)
QuizHead.displayName = 'QuizHead'
