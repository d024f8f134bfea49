import { Skeleton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import classes from '#web/tasks/LessonTask.module.css'
import { Box } from '#web/ui/layout.tsx'

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
    <Box
      as="details"
      ground="surface"
      round="m"
      edge="line"
      className={classes.attempt}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        <span>
          <b>Что изменилось</b>
        </span>
      </summary>
      {open && (
        <div className={classes.content}>
          <CompareAttempts attempts={kept} />
        </div>
      )}
    </Box>
  )
}
