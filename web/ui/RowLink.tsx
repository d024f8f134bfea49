import type { ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/RowLink.module.css'

/** A row of a `CardList` that is a link: `lead` before its title, a quiet line under it, `children` at its end. */
export const RowLink = ({
  to,
  lead,
  title,
  whole = false,
  note,
  children,
}: {
  to: PageAddress
  lead?: ReactNode
  title: ReactNode
  /** The title and the note take as many lines as they need. */
  whole?: boolean
  note?: ReactNode
  children?: ReactNode
}) => (
  <Row as={Link} gap={3} pad={3} padX={4} className={classes.row} to={to}>
    {lead}
    <Text as="span" tight grow>
      <Text as="b" block weight="strong" clip={!whole} anywhere={whole}>
        {title}
      </Text>
      {note && (
        <Text as="span" block size={2} tone="quiet" clip={!whole} anywhere={whole}>
          {note}
        </Text>
      )}
    </Text>
    {children}
  </Row>
)
