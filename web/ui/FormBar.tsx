import type { ReactNode } from 'react'
import classes from '#web/ui/FormBar.module.css'

/** The buttons of a long form, and how it stands: they stay in sight at the bottom of the window. */
export const FormBar = ({ status, children }: { status: ReactNode; children: ReactNode }) => (
  <div className={classes.bar} data-form-bar="">
    {children}
    <div className={classes.status}>{status}</div>
  </div>
)
