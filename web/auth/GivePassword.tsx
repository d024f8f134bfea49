import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { accountApi } from '#contract/auth/account.api.ts'
import { describeError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'

/** «Введите пароль», over the page: the act that needs a fresh one is repeated afterwards. */
const GivePassword = ({ answer }: { answer: (given: boolean) => void }) => {
  useReturnFocus()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // not through the form around the dialog in React's tree
    event.stopPropagation()
    setBusy(true)
    setError('')
    try {
      await call(accountApi.givePassword, { body: { password } })
      answer(true)
    } catch (failure) {
      setError(describeError(failure).detail)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={() => answer(false)} title="Введите пароль" zIndex="var(--z-dialog)">
      <form onSubmit={submit}>
        <Stack gap={4}>
          <Text tone="soft">Это важное действие, а вошли вы больше 15 минут назад. Подтвердите, что это вы.</Text>
          <OwnPasswordField
            label="Пароль"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
            required
            withAsterisk={false}
          />
          <ProviderButton
            again
            label="Подтвердить через"
            onFailure={(failure) => setError(describeError(failure).detail)}
          />
          <DialogButtons onClose={() => answer(false)}>
            <Button type="submit" loading={busy}>
              Продолжить
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

export default GivePassword
