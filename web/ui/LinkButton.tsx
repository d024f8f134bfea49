import type { ComponentProps } from 'react'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/ui/LinkButton.module.css'

/** A link that looks like a button, drawn by the server as well: a plain element, without the app's providers. */
export const LinkButton = ({
  quiet,
  large,
  className,
  href,
  ...props
}: { quiet?: boolean; large?: boolean; href: ComponentProps<typeof Link>['to'] } & Omit<
  ComponentProps<'a'>,
  'ref'
>) => (
  <Link
    className={className ? `${classes.button} ${className}` : classes.button}
    data-quiet={quiet || undefined}
    data-large={large || undefined}
    {...props}
    to={href}
  />
)
