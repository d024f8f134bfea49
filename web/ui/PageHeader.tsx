import type { ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { Box, Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/PageHeader.module.css'

/** A step of the way to the page; the last one may have no address. */
export interface Crumb {
  label: string
  href?: PageAddress
}

/** The top of a page: its one h1, the way to it, and what can be done. */
export const PageHeader = ({
  title,
  subtitle,
  crumbs,
  actions,
}: {
  title: ReactNode
  subtitle?: ReactNode
  crumbs?: Crumb[]
  actions?: ReactNode
}) => (
  <Row gap={4} gapX={5} wrap align="end" justify="between" mb={5}>
    <Box shrink anywhere className={classes.text}>
      {crumbs && crumbs.length > 0 && (
        <Box as="nav" links="quiet" unprinted aria-label="Путь к странице" className={classes.crumbs}>
          <ol>
            {crumbs.map(({ label, href }) => (
              <li key={label}>{href ? <Link to={href}>{label}</Link> : label}</li>
            ))}
          </ol>
        </Box>
      )}
      <h1>{title}</h1>
      {subtitle && (
        <Box mt={1.5} tone="quiet">
          {subtitle}
        </Box>
      )}
    </Box>
    {actions && (
      <Row unprinted gap={2} wrap align="stretch">
        {actions}
      </Row>
    )}
  </Row>
)

/** The column a page is in: `narrow` for forms and texts, `wide` for galleries. */
export const Wrap = ({ size = 'normal', children }: { size?: 'narrow' | 'normal' | 'wide'; children: ReactNode }) => (
  <div className={classes.wrap} data-size={size}>
    {children}
  </div>
)
