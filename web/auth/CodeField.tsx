import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A code of the authenticator app, or a recovery code. */
export const CodeField = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    label="Код из приложения"
    description="Шесть цифр. Если телефона нет под рукой, введите запасной код."
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={40}
    {...props}
  />
)
