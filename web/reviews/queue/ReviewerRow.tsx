import type { ReactNode } from 'react'
import { Row } from '#web/ui/layout.tsx'

/** A teacher in a list to share tasks out among: who it is, and what to do with them. */
export const ReviewerRow = ({ children }: { children: ReactNode }) => (
  <Row as="li" gap={2} gapX={3} wrap justify="between" pad={2} padX={3} ground="sunken" round="s">
    {children}
  </Row>
)
