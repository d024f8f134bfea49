import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from '#web/home/HomeSettingsForm.module.css'
import { Row } from '#web/ui/layout.tsx'

/** A list with one of its items a place up (-1) or down (1). */
export const moved = <Item,>(items: Item[], index: number, by: -1 | 1): Item[] => {
  const next = items.toSpliced(index, 1)
  return next.toSpliced(index + by, 0, items[index] as Item)
}

/** Moves a line of a list up and down; keyed lines keep the focus on the button. */
export const MoveButtons = ({
  name,
  first,
  last,
  onMove,
}: {
  name: string
  first: boolean
  last: boolean
  onMove: (by: -1 | 1) => void
}) => (
  <Row as="span" gap={0.5} align="stretch">
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Выше: ${name}`}
      data-tip="Выше"
      aria-disabled={first || undefined}
      className={classes.move}
      onClick={() => !first && onMove(-1)}
    >
      <IconArrowUp size={17} aria-hidden="true" />
    </ActionIcon>
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Ниже: ${name}`}
      data-tip="Ниже"
      aria-disabled={last || undefined}
      className={classes.move}
      onClick={() => !last && onMove(1)}
    >
      <IconArrowDown size={17} aria-hidden="true" />
    </ActionIcon>
  </Row>
)
