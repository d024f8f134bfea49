import { Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import classes from '#web/tasks/Receipt.module.css'
import { FoldSummary } from '#web/ui/Fold.tsx'
import { Box } from '#web/ui/layout.tsx'

const ReceiptDetails = latePart<{ task: Task; attempt: Attempt }>(
  () => import('#web/tasks/ReceiptDetails.tsx'),
  () => <Skeleton height={120} />,
)

/** The receipt of a hand-in, folded: what exactly the server has, and since when. */
export const Receipt = ({ task, attempt }: { task: Task; attempt: Attempt }) => {
  const [open, setOpen] = useState(false)
  return (
    <Box as="details" mt={4} size={3} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <FoldSummary inline gap={1.5} pad={1.5} padX={0} round="s" tone="quiet" className={classes.title}>
        <IconReceipt size={17} stroke={1.75} aria-hidden="true" />
        Квитанция о сдаче
      </FoldSummary>
      {open && <ReceiptDetails task={task} attempt={attempt} />}
    </Box>
  )
}
