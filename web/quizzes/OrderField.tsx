import { Checkbox } from '@mantine/core'
import classes from '#web/quizzes/Quiz.module.css'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { moved } from '#web/ui/moved.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

/**
 * Items to be put in order, by dragging or by the buttons of each row. The order in which they are shown may be the
 * right one: that is said on purpose, as items that were not touched are no answer.
 */
export const OrderField = ({
  items,
  order,
  answered,
  disabled,
  onChange,
}: {
  items: { id: number; text: string }[]
  order: number[]
  answered: boolean
  disabled: boolean
  onChange: (ids: number[] | null) => void
}) => {
  const textOf = (id: number) => items.find((item) => item.id === id)?.text ?? ''
  const { moves, dragged, announced } = useReorder({
    ids: order,
    nameOf: (id) => textOf(id),
    move: (id, to) => onChange(moved(order, (other) => other === id, to)),
  })
  return (
    <>
      <Stack as="ol" gap={2}>
        {order.map((id, place) => (
          <Row
            as="li"
            key={id}
            gap={2}
            pad={1}
            padX={2}
            ground="sunken"
            round="m"
            className={classes.item}
            data-dragged={dragged === id || undefined}
          >
            {!disabled && <DragHandle moves={moves} id={id} />}
            <Text as="span" tone="quiet" digits fixed>
              {place + 1}.
            </Text>
            <Box grow anywhere>
              {textOf(id)}
            </Box>
            <MoveButtons
              moves={moves}
              id={id}
              name={textOf(id)}
              first={place === 0}
              last={place === order.length - 1}
              busy={disabled}
            />
          </Row>
        ))}
      </Stack>
      {items.every(({ id }, place) => id === order[place]) && (
        <Checkbox
          label="Порядок уже верный"
          checked={answered}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? order : null)}
        />
      )}
      <Text aloud role="status">
        {announced}
      </Text>
    </>
  )
}
