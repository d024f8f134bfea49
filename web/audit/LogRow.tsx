import type { ReactNode } from 'react'
import classes from '#web/audit/Log.module.css'
import { FoundRow } from '#web/ui/FoundList.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

/** An entry of a journal of what people did: `at` and `note` beside what happened, with its details below. */
export const LogRow = ({
  at,
  note,
  title,
  children,
}: {
  at: string
  note: string
  title: string
  children: ReactNode
}) => (
  <FoundRow links="quiet" className={classes.line}>
    <div>
      <Stack as="span" size={3} tone="quiet">
        <span>{at}</span>
        <span>{note}</span>
      </Stack>
    </div>
    <div>
      <Stack as="span" size={3} tone="quiet">
        <Text as="span" size={4} tone="ink" weight="medium">
          {title}
        </Text>
        {children}
      </Stack>
    </div>
  </FoundRow>
)
