import type { ReactNode } from 'react'
import classes from '#web/ui/FormBar.module.css'

/** The buttons of a long form: they stay in sight at the bottom of the window. */
export const FormBar = ({ note, children }: { note?: string | false; children: ReactNode }) => (
  <div className={classes.bar}>
    {children}
    <span className={classes.note} role="status">
      {note || ''}
    </span>
  </div>
)
