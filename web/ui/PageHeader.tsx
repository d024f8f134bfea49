import type { ReactNode } from 'react'
import classes from '#web/ui/PageHeader.module.css'

/** A step of the way to the page; the last one may have no address. */
export interface Crumb {
  label: string
  href?: string
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
  <div className={classes.header}>
    <div className={classes.words}>
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="Путь к странице" className={classes.crumbs}>
          <ol>
            {crumbs.map(({ label, href }) => (
              <li key={label}>{href ? <a href={href}>{label}</a> : label}</li>
            ))}
          </ol>
        </nav>
      )}
      <h1>{title}</h1>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)

/** The column a page stands in: `narrow` for forms and texts, `wide` for galleries. */
export const Wrap = ({ size = 'normal', children }: { size?: 'narrow' | 'normal' | 'wide'; children: ReactNode }) => (
  <div className={classes.wrap} data-size={size}>
    {children}
  </div>
)
