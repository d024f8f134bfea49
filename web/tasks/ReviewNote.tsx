import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Remark, Review } from '#contract/reviews/reviews.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { anchorText } from '#web/reviews/task/anchor-text.ts'
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
      <Row as="span" gap={2.5} size={3} nowrap>
        {review.score !== null && (
          <Text as="b" weight="strong">
            {formatScore(review.score, review.mark)}
          </Text>
        )}
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
      <Stack as="ul" gap={2} size={4} loose plain aria-label="Замечания">
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
  <Row as="li" gap={2.5} align="start" shrink>
    <Text as="span" tone={done ? 'ok' : 'warn'} className={classes.sign}>
      {done ? (
        <IconCheck size={18} stroke={2} role="img" aria-label="Исправлено" />
      ) : (
        <IconCircleDashed size={18} stroke={1.75} role="img" aria-label="Нужно исправить" />
      )}
    </Text>
    <Stack shrink anywhere>
      <Text as="span" tone={done ? 'quiet' : undefined}>
        {/* the number is at its place, too */}
        {anchor && `${number}. `}
        {text}
      </Text>
      {anchor && <Note>{anchorText(anchor)}</Note>}
      {fixed && !done && <Note>Отмечено как исправленное</Note>}
      {answer && (
        <Text as="small" tone="soft" lines>
          Ответ: {answer}
        </Text>
      )}
    </Stack>
  </Row>
)

const Note = (props: { children: string }) => <Text as="small" tone="quiet" {...props} />
