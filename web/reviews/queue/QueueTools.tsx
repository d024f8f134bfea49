import { ActionIcon } from '@mantine/core'
import { IconKeyboard, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import { useDeskKey } from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/queue/Queue.module.css'
import { Row } from '#web/ui/layout.tsx'

const KeysDialog = lateDialog(() => import('#web/reviews/keys/KeysDialog.tsx'))
const ShareDialog = lateDialog(() => import('#web/reviews/queue/ShareDialog.tsx'))

/** What else the queue can do: select many, share out, and the keys. */
export const QueueTools = ({
  courseId,
  isSelecting,
  onSelect,
}: {
  /** The course the queue is narrowed to, or else that of the task that waits longest. */
  courseId: number | null
  isSelecting: boolean
  onSelect: () => void
}) => {
  const [open, setOpen] = useState<'keys' | 'share' | null>(null)
  const close = () => setOpen(null)
  useDeskKey('help', () => setOpen('keys'))
  const button = { variant: 'subtle', color: 'gray', size: 36 }
  return (
    <Row className={classes.tools}>
      <ActionIcon {...button} aria-label="Выбрать несколько" aria-pressed={isSelecting} onClick={onSelect}>
        <IconListCheck size={19} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...button} aria-label="Кто что проверяет" onClick={() => setOpen('share')}>
        <IconUsersGroup size={19} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...button} className={classes.keys} aria-label="Клавиши" onClick={() => setOpen('keys')}>
        <IconKeyboard size={19} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'share' && <ShareDialog courseId={courseId} onClose={close} />}
    </Row>
  )
}
