import { VisuallyHidden } from '@mantine/core'
import { IconEyeOff, IconLock } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { dayText } from '#contract/dates.ts'
import type { JournalAssignment } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** The head of a column: the lesson, when it is due, and how much it counts. */
export const AssignmentHead = memo(
  ({
    assignment: { lesson, held_on, open, deleted_at, due_at, weight },
    column,
    focusable,
    locked,
    editor,
  }: {
    assignment: JournalAssignment
    column: number
    focusable: boolean
    /** Whether it counts in a closed period. */
    locked: boolean
    /** Replaces the weight while that is changed. */
    editor: ReactNode
  }) => (
    <th scope="col" aria-colindex={column + 1} data-place={`-1:${column}`} tabIndex={focusable ? 0 : -1}>
      {deleted_at !== null || lesson.id === null ? (
        <Text as="span" clamp={2} tone="ink" anywhere>
          {lesson.name}
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
          data-tip={lesson.name}
        >
          {!open && (
            <>
              <IconEyeOff size={14} stroke={2} aria-hidden="true" className={classes.closed} />
              <VisuallyHidden>{called('Студенты')} не видят урок: </VisuallyHidden>
            </>
          )}
          {lesson.name}
        </Text>
      )}
      <Row as="span" gap={0.5} gapX={2.5} wrap mt={1} size={1} tone="quiet" weight="plain" className={classes.terms}>
        {locked && (
          <Text as="span" tone="quiet" data-tip="Оценки закрыты вместе с периодом">
            <IconLock size={14} stroke={1.9} aria-hidden="true" />
            <VisuallyHidden>Оценки закрыты</VisuallyHidden>
          </Text>
        )}
        {deleted_at !== null && (
          <Text as="span" padX={1.5} tone="soft" ground="idle" round="s">
            удалён
          </Text>
        )}
        {due_at && <span>до {formatDay(due_at)}</span>}
        {held_on && <span>{dayText(held_on)}</span>}
        {held_on && (
          <Box
            as="button"
            pad={0}
            tight
            type="button"
            tabIndex={-1}
            data-act="column"
            aria-label={`Изменить столбец: ${lesson.name}`}
          >
            изменить
          </Box>
        )}
        {editor ?? (
          <Box
            as="button"
            pad={0}
            tight
            type="button"
            tabIndex={-1}
            data-act="edit"
            data-tip="Сколько задание весит в среднем балле"
          >
            вес {scoreText(weight)}
          </Box>
        )}
      </Row>
    </th>
  ),
)
AssignmentHead.displayName = 'AssignmentHead'
