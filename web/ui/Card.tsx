import type { ComponentProps } from 'react'
import classes from '#web/ui/Card.module.css'
import { Box } from '#web/ui/layout.tsx'

/** A quiet surface. `flush` leaves the padding to what stands in it. */
export const Card = ({ flush, className, ...props }: { flush?: boolean } & ComponentProps<'div'>) => (
  <div
    className={className ? `${classes.card} ${className}` : classes.card}
    data-flush={flush || undefined}
    {...props}
  />
)

/** Rows, `<li>` each, in one card with lines between them. */
export const CardList = (props: ComponentProps<'ul'>) => (
  <Card flush>
    <Box as="ul" plain divided {...props} />
  </Card>
)
