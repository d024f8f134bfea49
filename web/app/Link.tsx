import type { ComponentProps } from 'react'
import type { PageAddress } from '#contract/pages.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A page of the site, or a place of this page. What leads elsewhere or comes from data is a plain `<a>`. */
  to: PageAddress | `#${string}`
}

/**
 * A link inside the site: a click goes through the router, pointing at it begins the load of its page (`followLinks`).
 * It is a plain element: one listener for all costs nothing for each of the hundred links of a page.
 */
export const Link = ({ to, ...props }: LinkProps) => <a {...props} href={to} />
