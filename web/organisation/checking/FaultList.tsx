import { IconAlertTriangle } from '@tabler/icons-react'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Box } from '#web/ui/layout.tsx'

/** What is wrong with a page or the site as a whole. */
export const FaultList = ({ faults }: { faults: string[] }) => (
  <Box as="ul" mt={3} plain>
    {faults.map((fault) => (
      <IconLine as="li" key={fault} icon={IconAlertTriangle} iconTone="bad" pad={1.5} padX={0} tight>
        {fault}
      </IconLine>
    ))}
  </Box>
)
