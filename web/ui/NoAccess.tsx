import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Box, Stack } from '#web/ui/layout.tsx'
import classes from '#web/ui/states.module.css'

/** Instead of a page that is there, but not for this person: why, and where to go. */
export const NoAccess = ({ text, action }: { text: string; action?: ReactNode }) => (
  <Stack gap={2} align="center" pad={8} padX={5} className={classes.state}>
    <IconLock size={40} stroke={1.25} aria-hidden="true" />
    <h1>Недостаточно прав</h1>
    <p>{text}</p>
    {action && <Box mt={3}>{action}</Box>}
  </Stack>
)
