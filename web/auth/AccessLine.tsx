import type { ReactNode } from 'react'
import classes from '#web/auth/AccessLine.module.css'
import { Row } from '#web/ui/layout.tsx'

/** A row of the list of ways to sign in, and of devices. */
export const AccessLine = (props: { children: ReactNode }) => (
  <Row gap={2} gapX={5} wrap justify="between" pad={4} padX={4.5} className={classes.line} {...props} />
)
