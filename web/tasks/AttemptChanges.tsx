import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import classes from '#web/tasks/LessonTask.module.css'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Text } from '#web/ui/layout.tsx'

const CompareAttempts = latePart<{ attempts: Attempt[] }>(
  async () => ({ default: (await import('#web/compare/CompareAttempts.tsx')).CompareAttempts }),
  () => <Skeleton height={160} />,
)

/** What a student has changed from attempt to attempt, folded; nothing before there are two. */
export const AttemptChanges = ({ attempts }: { attempts: Attempt[] }) => {
  const [open, setOpen] = useState(false)
  const kept = attempts.filter(({ withdrawn_at }) => withdrawn_at === null)
  if (kept.length < 2) return null
  return (
    <Fold onToggle={(event) => setOpen(event.currentTarget.open)}>
      <FoldSummary>
        <FoldArrow />
        <Text as="b" weight="strong">
          Что изменилось
        </Text>
      </FoldSummary>
      {open && (
        <div className={classes.content}>
          <CompareAttempts attempts={kept} />
        </div>
      )}
    </Fold>
  )
}
