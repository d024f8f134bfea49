import classes from '#web/ui/TabLinks.module.css'

/** Views of one page as links in a row; the one that is shown is marked. */
export const TabLinks = ({
  label,
  tabs,
}: {
  label: string
  tabs: { label: string; href: string; current: boolean }[]
}) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ label, href, current }) => (
      <a key={href} href={href} aria-current={current ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
)
