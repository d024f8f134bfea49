import type { UserRow } from '#contract/users/users.schema.ts'
import { Text } from '#web/ui/layout.tsx'

/** The address of a person under their name, as far as the reader sees it, and whether it is known to be theirs. */
export const addressNote = ({ email, email_confirmed }: Pick<UserRow, 'email' | 'email_confirmed'>) => (
  <>
    {email}
    {email_confirmed === false && (
      <Text as="span" tone="warn">
        {email && ', '}адрес не подтверждён
      </Text>
    )}
  </>
)
