import type { ComponentProps } from 'react'
import classes from '#web/ui/Card.module.css'

/** A quiet surface. `flush` leaves the padding to what stands in it. */
export const Card = ({ flush, className, ...props }: { flush?: boolean } & ComponentProps<'div'>) => (
  <div
    className={className ? `${classes.card} ${className}` : classes.card}
    data-flush={flush || undefined}
    {...props}
  />
)
