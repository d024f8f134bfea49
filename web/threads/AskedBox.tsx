import type { ReactNode } from 'react'
import classes from '#web/threads/Thread.module.css'
import { Stack } from '#web/ui/layout.tsx'

/** Something a student asks for, with the ways to answer it. */
export const AskedBox = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack
    as="section"
    gap={2.5}
    mb={4.5}
    pad={3}
    ground="surface"
    round="m"
    edge="line"
    className={classes.asked}
    aria-label={label}
  >
    {children}
  </Stack>
)
