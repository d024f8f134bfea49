import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import classes from '#web/ui/CoverCard.module.css'
import { Box } from '#web/ui/layout.tsx'

/** A card with a cover at its top and a link that `covers` it; `foot` is at the bottom, however tall the card is. */
export const CoverCard = ({
  cover,
  ratio,
  off = false,
  foot,
  children,
}: {
  cover: { url: string }
  ratio: string
  /** Greyed out: it cannot be opened. */
  off?: boolean
  foot: ReactNode
  children: ReactNode
}) => (
  <Card flush className={classes.card} data-off={off || undefined}>
    <Cover url={cover.url} ratio={ratio} className={classes.cover} />
    <Box gap={2} grow className={classes.body}>
      {children}
      <div className={classes.foot}>{foot}</div>
    </Box>
  </Card>
)
