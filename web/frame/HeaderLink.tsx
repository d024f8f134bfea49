import type { ComponentProps } from 'react'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/frame/Header.module.css'
import { Row } from '#web/ui/layout.tsx'

/** How the links of the header look. */
export const headerLink = {
  inline: true,
  gap: 2,
  size: 4,
  weight: 'medium',
  nowrap: true,
  hover: 'sunken',
  round: 's',
  className: classes.button,
} as const

/** A link of the header; `soft` where something waits behind it. */
export const HeaderLink = ({ soft = false, ...props }: { soft?: boolean } & ComponentProps<typeof Link>) => (
  <Row as={Link} {...headerLink} tone={soft ? 'brand' : undefined} ground={soft ? 'brand' : undefined} {...props} />
)
