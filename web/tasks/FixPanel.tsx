import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { placeOfVerdict } from '#contract/tasks/task-places.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { CriterionResults } from '#web/tasks/CriterionResults.tsx'
import { focusAnswer } from '#web/tasks/open-task.ts'
import { FixedCount, RemarkList } from '#web/tasks/RemarksToFix.tsx'
import classes from '#web/tasks/TaskView.module.css'
import { openRemarks, type ShownVerdict } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

export interface FixPanelProps {
  task: Task
  /** The verdict that returned it. */
  review: ShownVerdict
  userId: number
  readOnly: boolean
}

/** This many criteria leave room for the remarks in a small window; more are folded. */
const few = 2

/** Whether the panel is above the answer, where it can be folded, and not beside it. */
const isNarrow = () => matchMedia('(max-width: 960px)').matches

/** Whether a sticky element has left its place, to stay above what is scrolled. */
const isStuck = (element: HTMLElement) =>
  element.getBoundingClientRect().top <= Number.parseFloat(getComputedStyle(element).top) + 1

/** What to fix: the remarks with their ticks, what the reviewer wrote, and how each criterion was judged. */
const FixPanel = ({ task, review, userId, readOnly }: FixPanelProps) => {
  const panel = useRef<HTMLDetailsElement>(null)
  // unfolded where it is stuck, it opens over the answer; in its own place it is read as a part of the page
  const [over, setOver] = useState(false)
  const remarks = openRemarks(task)
  const fix = () => {
    if (panel.current && isNarrow()) panel.current.open = false
    focusAnswer(task.lesson.id)
    document.getElementById('work')?.scrollIntoView({ block: isNarrow() ? 'start' : 'nearest' })
  }
  return (
    <Box
      as="section"
      id={placeOfVerdict(review.attempt)}
      round="m"
      shrink
      className={classes.fix}
      aria-label="Что исправить"
      data-over={over || undefined}
    >
      <Fold ref={panel} shadow="card" className={classes.returned} open>
        <FoldSummary
          className={classes.title}
          onClick={({ currentTarget }) => setOver(isStuck(currentTarget.closest('section') ?? currentTarget))}
        >
          <Text as="span" tone="warn">
            <IconArrowBackUp size={18} stroke={2} aria-hidden="true" />
          </Text>
          <Text as="h2" size={5} grow>
            Что исправить
          </Text>
          {remarks.length > 0 && <FixedCount remarks={remarks} />}
          <FoldArrow />
        </FoldSummary>
        <Stack gap={3} className={classes.asked}>
          {review.comment && (
            <Text anywhere lines>
              {review.comment}
            </Text>
          )}
          {remarks.length > 0 && (
            <RemarkList task={task} remarks={remarks} userId={userId} readOnly={readOnly} label="Что исправить" />
          )}
          {!readOnly && (
            <Box unprinted>
              <Button variant="light" fullWidth onClick={fix}>
                Исправить
              </Button>
            </Box>
          )}
          {review.criteria.length > 0 && (
            <details open={review.criteria.length <= few}>
              <Box as="summary" pad={0.5} padX={0} size={3} tone="soft">
                Критерии: {review.criteria.filter(({ level }) => level === 'met').length} из {review.criteria.length}{' '}
                выполнено
              </Box>
              <CriterionResults results={review.criteria} />
            </details>
          )}
          <PersonChip
            person={review.user}
            href={pathTo('users.show', { id: review.user.id })}
            note={formatMoment(review.created_at)}
          />
        </Stack>
      </Fold>
    </Box>
  )
}

export default FixPanel
