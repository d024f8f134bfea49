import { Skeleton } from '@mantine/core'
import { Stack } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

/** The place of a task that is on its way. */
export const TaskOutline = () => (
  <Wrap>
    <Stack gap={4.5} role="status" aria-label="Загрузка">
      <Skeleton height={40} width="60%" />
      <Skeleton height={40} />
      <Skeleton height={320} />
    </Stack>
  </Wrap>
)
