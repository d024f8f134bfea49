import type { ReactNode } from 'react'
import classes from '#web/ui/FieldGroup.module.css'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

/** Fields that belong together, on a card of their own; `note` says what they are for. */
export const FieldGroup = ({ legend, note, children }: { legend: string; note?: ReactNode; children: ReactNode }) => (
  <Box pad={4.5} ground="surface" round="m" edge="line" className={classes.group}>
    <Stack as="fieldset" gap={4}>
      <legend className={classes.legend}>{legend}</legend>
      {note && (
        <Text size={3} tone="quiet" className={classes.note}>
          {note}
        </Text>
      )}
      {children}
    </Stack>
  </Box>
)

/** The groups of a form, in a column that is good to read. */
export const FieldGroups = ({ children }: { children: ReactNode }) => <div className={classes.groups}>{children}</div>

/** Short fields that are side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
