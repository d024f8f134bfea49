import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from '#web/ui/Fold.module.css'
import { Box, Row } from '#web/ui/layout.tsx'

/** A panel whose contents are folded under its `FoldSummary`. */
export const Fold = (props: ComponentProps<typeof Box<'details'>>) => (
  <Box as="details" ground="surface" round="m" edge="line" {...props} />
)

/** The line of a fold that is always seen. */
export const FoldSummary = ({ className, ...props }: ComponentProps<typeof Row<'summary'>>) => (
  <Row
    as="summary"
    gap={2.5}
    pad={3}
    padX={4}
    round="m"
    className={className ? `${classes.summary} ${className}` : classes.summary}
    {...props}
  />
)

/** The arrow in that line: turned over while the fold is open. */
export const FoldArrow = () => <IconChevronDown size={18} stroke={1.75} aria-hidden="true" className={classes.arrow} />
