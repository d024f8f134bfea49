import type { ReactNode } from 'react'
import classes from '#web/ui/FieldGroup.module.css'

/** Fields that belong together, on a card of their own; `note` says what they are for. */
export const FieldGroup = ({ legend, note, children }: { legend: string; note?: ReactNode; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{legend}</legend>
    {note && <p className={classes.note}>{note}</p>}
    {children}
  </fieldset>
)

/** The groups of a form, in a column that is good to read. */
export const FieldGroups = ({ children }: { children: ReactNode }) => <div className={classes.groups}>{children}</div>

/** Short fields that stand side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
