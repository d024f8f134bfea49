import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import classes from '#web/auth/PasswordField.module.css'

/** A password, which can be shown while it is typed. Mantine’s own is not announced as invalid. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    aria-invalid={Boolean(props.error) || undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
    classNames={{ input: classes.field }}
    {...props}
  />
)
