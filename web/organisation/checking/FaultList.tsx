import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { CheckFault } from '#contract/organisation/self-check.schema.ts'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Box } from '#web/ui/layout.tsx'

/** What is wrong with a page or the site as a whole. */
export const FaultList = ({ faults }: { faults: CheckFault[] }) => (
  <Box as="ul" mt={3} plain>
    {faults.map(({ text, tone }) => (
      <IconLine
        as="li"
        key={text}
        icon={tone === 'note' ? IconInfoCircle : IconAlertTriangle}
        iconTone={tone === 'note' ? 'quiet' : tone}
        pad={1.5}
        padX={0}
        tight
      >
        {text}
      </IconLine>
    ))}
  </Box>
)
