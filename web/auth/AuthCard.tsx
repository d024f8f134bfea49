import '#web/ui/input-styles.ts'
import type { ReactNode } from 'react'
import classes from '#web/auth/AuthCard.module.css'

/** The frame of the screens for guests: one card, one heading, and where else to go. */
export const AuthCard = ({
  title,
  lead,
  footer,
  children,
}: {
  title: string
  lead?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}) => (
  <div className={classes.screen}>
    <div className={classes.card}>
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
    {footer && <div className={classes.footer}>{footer}</div>}
  </div>
)
