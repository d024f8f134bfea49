import type { ComponentProps } from 'react'
import classes from '#web/ui/Card.module.css'
import { Box } from '#web/ui/layout.tsx'

/** A quiet surface. `flush` leaves the padding to what stands in it. */
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
export const CardList = (props: ComponentProps<'ul'>) => (
  <Card flush>
    <Box as="ul" plain divided {...props} />
  </Card>
)
