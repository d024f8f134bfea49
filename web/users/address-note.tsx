import type { UserRow } from '#contract/users/users.schema.ts'
import { Text } from '#web/ui/layout.tsx'

/**
 * The address of a person under their name, as far as the reader sees it, and whether it is known to be theirs; the
 * login of those who have none.
 */
export const addressNote = ({
  email,
  login,
  email_confirmed,
}: Pick<UserRow, 'email' | 'login' | 'email_confirmed'>) => (
  <>
    {email === null ? login && `Логин: ${login}` : email}
    {email !== null && email_confirmed === false && (
      <Text as="span" tone="warn">
        {email && ', '}адрес не подтверждён
      </Text>
    )}
  </>
)
