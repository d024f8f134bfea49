import type { PasswordInputProps } from '@mantine/core'
import { passwordLength } from '#contract/users/users.schema.ts'
import { PasswordField } from '#web/auth/PasswordField.tsx'

const rule = `Не короче ${passwordLength.min} знаков`

/** The field of a new password. An error that says the rule takes its place. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordField
    label="Пароль"
    name="password"
    description={props.error === rule ? undefined : rule}
    autoComplete="new-password"
    {...props}
  />
)
