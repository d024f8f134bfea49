import type { ComponentProps } from 'react'
import { Box } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import classes from '#web/ui/PageNotice.module.css'

/** A notice above whatever page is open. */
export const PageNotice = ({ label, ...notice }: { label: string } & ComponentProps<typeof Notice>) => (
  <Box as="aside" unprinted className={classes.page} aria-label={label}>
    <Notice {...notice} />
  </Box>
)
