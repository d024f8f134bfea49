import type { ComponentProps } from 'react'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { useUser } from '#web/auth/session.ts'

/** The password of the signed-in user, asked for before an act; the first field of its dialog. */
export const OwnPasswordField = (props: ComponentProps<typeof PasswordField>) => {
  const user = useUser()
  return (
    <>
      {/* says to the password keeper whose password this is */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField label="Ваш пароль" autoComplete="current-password" data-autofocus {...props} />
    </>
  )
}
