import type { ComponentProps } from 'react'
import classes from '#web/ui/Card.module.css'
import { Box, Row } from '#web/ui/layout.tsx'

/** A quiet surface. `flush` leaves the padding to its content. */
export const Card = ({ flush, className, ...props }: { flush?: boolean } & ComponentProps<typeof Box<'div'>>) => (
  <Box
    pad={flush ? 0 : 4.5}
    ground="surface"
    round="m"
    edge="line"
    shadow="card"
    className={flush ? `${classes.flush} ${className ?? ''}` : className}
    {...props}
  />
)

/** Rows, `<li>` each, in one card with lines between them. */
export const CardList = ({ as = 'ul', ...props }: { as?: 'ul' | 'ol' } & ComponentProps<'ul'>) => (
  <Card flush>
    <Box as={as as 'ul'} plain divided {...props} />
  </Card>
)

/** A row of it: its parts side by side, under each other where there is no room. */
export const CardRow = (props: ComponentProps<typeof Row<'li'>>) => (
  <Row as="li" gap={2} gapX={4} wrap pad={3} padX={4.5} {...props} />
)
