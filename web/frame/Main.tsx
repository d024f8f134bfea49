import type { ReactNode } from 'react'
import classes from '#web/frame/Main.module.css'

/** The main content; drawn by the server as well. */
export const Main = ({ header, dark, children }: { header: boolean; dark: boolean; children?: ReactNode }) => (
  <main
    id="content"
    tabIndex={-1}
    className={classes.main}
    data-header={header || undefined}
    data-dark={dark || undefined}
  >
    {children}
  </main>
)
