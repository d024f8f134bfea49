import { useLinkProps, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ForwardedRef } from 'react'
import type { PageAddress } from '#contract/pages.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /**
   * A page of the site, or a place of this page. What leads elsewhere or comes from data is a plain `<a>`, which goes
   * through the router all the same where it leads to a page (`followPlainLinks`).
   */
  to: PageAddress | `#${string}`
  ref?: ForwardedRef<Element>
}

const RouterLink = ({ to, ref, ...props }: LinkProps) => {
  const link = useLinkProps({ ...props, to: '.', href: to, activeProps: {} }, ref)
  // where the reader is, pages mark themselves
  return <a {...link} href={to} aria-current={props['aria-current']} data-status={undefined} />
}

/**
 * A link inside the site: a click goes through the router, pointing at it begins the load of its page. On a page that
 * the server draws there is no router, and it is a plain element.
 */
export const Link = (props: LinkProps) => {
  const router = useRouter({ warn: false })
  if (router) return <RouterLink {...props} />
  const { to, ref: _, ...others } = props
  return <a {...others} href={to} />
}
