import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Row, Text } from '#web/ui/layout.tsx'

type IconLineProps = Omit<ComponentProps<typeof Row<'p'>>, 'as'> & {
  as?: 'p' | 'li'
  icon: TablerIcon
  /** As the text by default. */
  iconTone?: 'quiet' | 'warn' | 'bad'
  children: ReactNode
}

/** Text after an icon, which is in its first line. */
export const IconLine = ({ as = 'p', icon: Icon, iconTone, children, ...props }: IconLineProps) => (
  <Row as={as as 'p'} gap={2} align="start" {...props}>
    <Text as="span" mt={0.5} tone={iconTone} fixed>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </Text>
    <Text as="span" shrink anywhere>
      {children}
    </Text>
  </Row>
)
