import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useUser } from '#web/auth/session.ts'

/** The password of whoever is signed in, asked for before an act; the first field of its dialog. */
export const OwnPasswordField = (props: ComponentProps<typeof PasswordInput>) => {
  const user = useUser()
  return (
    <>
      {/* says to the password keeper whose password this is */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordInput
        label="Ваш пароль"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
        data-autofocus
        {...props}
      />
    </>
  )
}
