import { IconAlertTriangle } from '@tabler/icons-react'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** What is wrong with a page or the site as a whole. */
export const FaultList = ({ faults }: { faults: string[] }) => (
  <Box as="ul" mt={3} plain>
    {faults.map((fault) => (
      <Row as="li" gap={2} align="stretch" pad={1.5} padX={0} tight anywhere key={fault}>
        <Text as="span" mt={0.5} tone="bad">
          <IconAlertTriangle size={18} aria-hidden="true" />
        </Text>
        <span>{fault}</span>
      </Row>
    ))}
  </Box>
)
