import { type ReactNode, type Ref, useId } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

/** A titled part of the main page, with where to see all of it. */
export const HomeSection = ({
  title,
  more,
  ref,
  children,
}: {
  title: ReactNode
  more?: { label: string; href: PageAddress } | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section ref={ref} className={classes.section} aria-labelledby={id}>
      <Row gap={1} gapX={4} wrap align="baseline" justify="between" mb={3}>
        <h2 id={id}>{title}</h2>
        {more && (
          <Text as={Link} links="plain" size={3} weight="medium" nowrap to={more.href}>
            {more.label}
          </Text>
        )}
      </Row>
      {children}
    </section>
  )
}
