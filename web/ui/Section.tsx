import { type ComponentProps, type ReactNode, useId } from 'react'
import { Row, Stack } from '#web/ui/layout.tsx'

type SectionProps = Omit<ComponentProps<typeof Stack<'section'>>, 'title' | 'id' | 'as'> & {
  title: ReactNode
  /** The id of its heading, when an address leads there. */
  id?: string
  /** At the end of the heading's line. */
  aside?: ReactNode
}

/** A part of a screen under a heading of its own, which names it. */
export const Section = ({ title, id, aside, children, ...props }: SectionProps) => {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <Stack as="section" gap={3} aria-labelledby={headingId} {...props}>
      <Row gap={2} gapX={4} wrap align="baseline" justify="between">
        <h2 id={headingId}>{title}</h2>
        {aside}
      </Row>
      {children}
    </Stack>
  )
}
