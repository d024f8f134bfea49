import type { ReactNode } from 'react'
import classes from '#web/ui/FormBar.module.css'
import { Box, Row } from '#web/ui/layout.tsx'
import { useHeightVariable } from '#web/ui/use-height-variable.ts'

/**
 * The buttons of a long form, and its state: they stay in sight at the bottom of the window. The state has its place
 * also while it is empty: the bar is as high after the first letter as before.
 */
export const FormBar = ({ status, children }: { status: ReactNode; children: ReactNode }) => {
  const bar = useHeightVariable<HTMLDivElement>('--form-bar-height')
  return (
    <Row ref={bar} gap={2} gapX={3} wrap pad={3} edge="top" className={classes.bar} data-form-bar="">
      {children}
      <Box shrink className={classes.status}>
        {status}
      </Box>
    </Row>
  )
}
