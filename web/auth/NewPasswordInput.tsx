import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { passwordLength } from '#contract/users/users.schema.ts'

const rule = `Не короче ${passwordLength.min} знаков`

/** The field of a new password. An error that says the rule takes its place. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Пароль"
    name="password"
    description={props.error === rule ? undefined : rule}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
    {...props}
  />
)
