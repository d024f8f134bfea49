import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Remark, Review } from '#contract/reviews/reviews.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { anchorWords } from '#web/reviews/task/anchor-words.ts'
import { CriterionResults } from '#web/tasks/CriterionResults.tsx'
import classes from '#web/tasks/ReviewNote.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A verdict: who said what about an attempt, and when. `place` is the id that addresses lead to. */
export const ReviewNote = ({ review, place }: { review: Review; place?: string }) => (
  <Stack
    as="article"
    id={place}
    gap={3}
    mt={4.5}
    pad={4}
    padX={4.5}
    round="m"
    className={classes.note}
    data-verdict={review.verdict}
    aria-label="Ответ на попытку"
  >
    <Row gap={2} gapX={4} wrap justify="between">
      <PersonChip
        person={review.user}
        href={pathTo('users.show', { id: review.user.id })}
        note={formatMoment(review.created_at)}
      />
      <Row as="span" gap={2.5} size={3} nowrap className={classes.outcome}>
        {review.score !== null && <b>{formatScore(review.score)}</b>}
        <StatusBadge status={taskStatuses[review.verdict]} />
      </Row>
    </Row>
    {review.criteria.length > 0 && <CriterionResults results={review.criteria} />}
    {review.comment && (
      <Text anywhere lines>
        {review.comment}
      </Text>
    )}
    {review.remarks.length > 0 && (
      <Stack as="ul" gap={2} size={4} plain className={classes.remarks} aria-label="Замечания">
        {review.remarks.map((remark, index) => (
          <ReviewRemark key={remark.id} remark={remark} number={index + 1} />
        ))}
      </Stack>
    )}
  </Stack>
)

/** A remark with its place, and what its student says to it. */
const ReviewRemark = ({
  remark: { text, done, anchor, fixed, answer },
  number,
}: {
  remark: Remark
  number: number
}) => (
  <li data-done={done || undefined}>
    {done ? (
      <IconCheck size={18} stroke={2} role="img" aria-label="Исправлено" />
    ) : (
      <IconCircleDashed size={18} stroke={1.75} role="img" aria-label="Нужно исправить" />
    )}
    <div>
      <span>
        {/* the number stands at its place, too */}
        {anchor && `${number}. `}
        {text}
      </span>
      {anchor && <small>{anchorWords(anchor)}</small>}
      {fixed && !done && <small>Отмечено как исправленное</small>}
      {answer && <small className={classes.answer}>Ответ: {answer}</small>}
    </div>
  </li>
)
