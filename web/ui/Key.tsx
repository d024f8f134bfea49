import classes from '#web/ui/Key.module.css'
import { Text } from '#web/ui/layout.tsx'

/** A key of the keyboard beside what it does. Nobody reads it aloud: what it does has a text of its own. */
export const Key = ({ tone, children }: { tone?: 'soft'; children: string | number }) => (
  <Text as="span" size={1} tone={tone} weight="medium" tight fixed className={classes.key} aria-hidden="true">
    {children}
  </Text>
)
