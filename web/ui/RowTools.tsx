import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import type { Moves } from '#web/ui/use-reorder.ts'

export interface RowToolsProps {
  moves: Moves<string>
  id: string
  /** The row in the names of the buttons: «вариант 2». */
  name: string
  first: boolean
  last: boolean
  onRemove: () => void
}

/** The buttons of a row in a form: up, down, remove. Spread `toolsOf` of `useEditedRows` into it. */
export const RowTools = ({ onRemove, ...row }: RowToolsProps) => (
  <>
    <MoveButtons {...row} />
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      data-remove
      aria-label={`Убрать ${row.name}`}
      data-tip="Убрать"
      onClick={onRemove}
    >
      <IconTrash size={17} aria-hidden="true" />
    </ActionIcon>
  </>
)
