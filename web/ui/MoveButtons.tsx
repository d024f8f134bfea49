import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { Center } from '#web/ui/layout.tsx'
import classes from '#web/ui/MoveButtons.module.css'
import type { Moves } from '#web/ui/use-reorder.ts'
import type { RowId, Steps, Way } from '#web/ui/use-steps.ts'

/** Move a row up and down; screen readers get the name of the row with each button. */
export const MoveButtons = <Id extends RowId>({
  moves,
  id,
  name,
  first = false,
  last = false,
  busy = false,
}: {
  moves: Steps<Id>
  id: Id
  name: string
  first?: boolean
  last?: boolean
  /** Whether nothing can be moved now. */
  busy?: boolean
}) => {
  const button = (way: Way, end: boolean) => {
    const title = way < 0 ? 'Выше' : 'Ниже'
    const Icon = way < 0 ? IconArrowUp : IconArrowDown
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.move}
        aria-label={`${title}: ${name}`}
        data-tip={title}
        data-move={moves.keyOf(id, way)}
        data-end={end || undefined}
        // not `disabled`: the last step must not lose the focus with the button
        aria-disabled={end || busy || undefined}
        onClick={() => !end && !busy && moves.step(id, way)}
      >
        <Icon size={17} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <>
      {button(-1, first)}
      {button(1, last)}
    </>
  )
}

/** The handle to drag a row by. It is beside `MoveButtons`, which do the same for everybody who does not drag. */
export const DragHandle = <Id extends RowId>({
  moves,
  id,
  className,
}: {
  moves: Moves<Id>
  id: Id
  className?: string | undefined
}) => (
  <Center
    as="span"
    tone="quiet"
    fixed
    className={[classes.handle, className].filter(Boolean).join(' ')}
    onPointerDown={(event) => moves.drag(event, id)}
    data-tip="Перетащите, чтобы поменять порядок"
  >
    <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
  </Center>
)
