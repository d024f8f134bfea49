import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/TabLinks.module.css'

/** Views of one page as links in a row; the one that is shown is marked. */
export const TabLinks = ({
  label,
  tabs,
}: {
  label: string
  tabs: { label: string; href: PageAddress; current: boolean }[]
}) => (
  <Row unprinted as="nav" gap={1} wrap align="stretch" mb={5} edge="bottom" className={classes.tabs} aria-label={label}>
    {tabs.map(({ label, href, current }) => (
      <Link key={href} to={href} aria-current={current ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </Row>
)
