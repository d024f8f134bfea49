import type { ComponentProps } from 'react'

/**
 * A link inside the site, for `component={Link}` of Mantine's parts. Every plain `<a href="/…">` goes through the
 * router as well (see `follow-links.ts`), so this only names the attribute.
 */
export const Link = ({ to, ...props }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) => <a href={to} {...props} />
