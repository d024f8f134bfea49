import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** In place of the task, before it is begun; `action` begins it, where nothing else on the page does. */
export const NoTaskYet = ({ action }: { action?: ReactNode }) => (
  <Card flush>
    <EmptyState
      icon={IconPencil}
      title="Здесь будет ваша работа"
      text="Пишите не торопясь: черновик сохраняется сам, и его видите только вы."
      action={action}
    />
  </Card>
)
