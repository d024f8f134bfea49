import { Row, Stack } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '#contract/plural.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { focusQueue } from '#web/reviews/focus-title.ts'
import type { BulkAction } from '#web/reviews/queue/bulk-preview.ts'
import classes from '#web/reviews/queue/Queue.module.css'
import type { Selection } from '#web/ui/use-selection.ts'

const BulkDialog = lateDialog(() => import('#web/reviews/queue/BulkDialog.tsx'))
const GiveDialog = lateDialog(() => import('#web/reviews/queue/GiveDialog.tsx'))

const acts: [BulkAction | 'give', string][] = [
  ['accept', 'Принять'],
  ['return', 'Вернуть'],
  ['extend', 'Продлить'],
  ['remind', 'Напомнить'],
  ['give', 'Дать преподавателю'],
]

/** The acts on the selected tasks. Each first shows what it will do. */
export const SelectionBar = ({ selection }: { selection: Selection<TaskRow> }) => {
  const [act, setAct] = useState<BulkAction | 'give' | null>(null)
  const { rows, isPageSelected, togglePage, clear, add } = selection
  const close = () => setAct(null)
  const done = () => {
    clear()
    focusQueue()
  }
  return (
    <Stack
      as="section"
      gap={2}
      ground="surface"
      edge="top"
      shadow="menu"
      className={classes.selection}
      aria-label="Выбранные работы"
    >
      <Row gap={2.5} size={3}>
        <Checkbox
          className={classes.selected as string}
          label="Все на странице"
          size="sm"
          checked={isPageSelected}
          onChange={togglePage}
        />
        <span role="status">{counted(rows.length, 'работа', 'работы', 'работ')}</span>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Снять выделение" onClick={clear}>
          <IconX size={17} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </Row>
      <Row gap={1.5} wrap align="stretch" className={classes.acts}>
        {acts.map(([name, label]) => (
          <Button key={name} size="xs" variant="default" disabled={rows.length === 0} onClick={() => setAct(name)}>
            {label}
          </Button>
        ))}
      </Row>
      {act === 'give' && <GiveDialog rows={rows} onClose={close} onDone={done} />}
      {act && act !== 'give' && <BulkDialog action={act} rows={rows} onClose={close} onDone={done} onUndone={add} />}
    </Stack>
  )
}
