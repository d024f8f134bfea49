import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { CardRow } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/** A document in a list of them, with what can be done about it. */
export const DocumentRow = ({
  ref,
  icon: Icon,
  children,
  actions,
}: {
  ref?: Ref<HTMLLIElement>
  icon: TablerIcon
  children: ReactNode
  actions: ReactNode
}) => (
  <CardRow ref={ref} align="start">
    <Text as="span" tone="quiet">
      <Icon size={22} stroke={1.5} aria-hidden="true" />
    </Text>
    <Stack links="plain" tight from={16} anywhere>
      {children}
    </Stack>
    <Row gap={2} wrap>
      {actions}
    </Row>
  </CardRow>
)

/** What there is to know of a document, in a line of small text; `warn`: somebody has to do something. */
export const Fact = ({ warn, children }: { warn?: boolean; children: ReactNode }) => (
  <Text as="small" tone={warn ? 'warn' : 'quiet'} weight={warn ? 'medium' : undefined}>
    {children}
  </Text>
)
