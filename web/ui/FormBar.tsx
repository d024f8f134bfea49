import type { ReactNode } from 'react'
import classes from '#web/ui/FormBar.module.css'
import { Box, Row } from '#web/ui/layout.tsx'

/** The buttons of a long form, and its state: they stay in sight at the bottom of the window. */
export const FormBar = ({ status, children }: { status: ReactNode; children: ReactNode }) => (
  <Row gap={2} gapX={3} wrap pad={3} padX={4} edge="top" className={classes.bar} data-form-bar="">
    {children}
    <Box shrink>{status}</Box>
  </Row>
)
