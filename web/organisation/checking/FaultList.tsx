import { IconAlertTriangle } from '@tabler/icons-react'
import classes from '#web/organisation/checking/Checking.module.css'
import { Box, Row } from '#web/ui/layout.tsx'

/** What is wrong with a page or the site as a whole. */
export const FaultList = ({ faults }: { faults: string[] }) => (
  <Box as="ul" mt={3} plain className={classes.faults}>
    {faults.map((fault) => (
      <Row as="li" gap={2} align="stretch" pad={1.5} padX={0} tight anywhere key={fault}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <span>{fault}</span>
      </Row>
    ))}
  </Box>
)
