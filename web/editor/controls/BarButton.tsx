import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#web/editor/ContextBar.module.css'
import { Row } from '#web/ui/layout.tsx'

/** A button of the bar under what is selected: an icon, text, or both; `label` is its name where there is no text. */
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
  <Row
    as="button"
    type="button"
    inline
    gap={1.5}
    justify="center"
    pad={0}
    padX={1.5}
    size={2}
    tone={danger ? 'bad' : pressed ? 'brand' : 'soft'}
    ground={pressed ? 'brand' : undefined}
    weight="medium"
    round="s"
    hover="sunken"
    nowrap
    className={classes.button}
    aria-label={label}
    data-tip={label}
    aria-pressed={pressed}
    // the cursor stays in the text
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {Icon && <Icon size={18} stroke={1.5} aria-hidden="true" />}
    {children}
  </Row>
)
