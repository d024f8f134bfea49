import type { ReactNode } from 'react'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { Box } from '#web/ui/layout.tsx'

/** What is scrolled in the pane of the verdict, above its bar. */
export const VerdictScroll = ({ children }: { children: ReactNode }) => (
  <Box gap={3} pad={4} padX={4.5} className={classes.scroll}>
    {children}
  </Box>
)
