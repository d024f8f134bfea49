import type { ComponentProps } from 'react'
import { Box, Row } from '#web/ui/layout.tsx'

type RowsProps = { as?: 'ul' | 'ol' } & Omit<ComponentProps<typeof Box<'ul'>>, 'as'>

/** A list on a card, with lines between its rows. */
export const CardRows = ({ as = 'ul', ...props }: RowsProps) => (
  <Box as={as as 'ul'} ground="surface" round="m" edge="line" shadow="card" divided plain {...props} />
)

/** A row of it: its parts side by side, under each other where there is no room. */
export const CardRow = (props: ComponentProps<typeof Row<'li'>>) => (
  <Row as="li" gap={2} gapX={4} wrap pad={3} padX={4.5} {...props} />
)
