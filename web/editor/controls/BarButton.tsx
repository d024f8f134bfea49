import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#web/editor/ContextBar.module.css'

/** A button of the bar under what is selected: an icon, words, or both; `label` names it where there are no words. */
export const BarButton = ({
  label,
  Icon,
  pressed,
  danger,
  children,
  onClick,
}: {
  label?: string
  Icon?: TablerIcon
  pressed?: boolean
  danger?: boolean
  children?: ReactNode
  onClick: () => void
}) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    data-tip={label}
    aria-pressed={pressed}
    data-danger={danger || undefined}
    // the cursor stays in the text
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {Icon && <Icon size={18} stroke={1.5} aria-hidden="true" />}
    {children}
  </button>
)
