import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { accountApi } from '#contract/auth/account.api.ts'
import type { PasskeyOptions } from '#contract/auth/passkeys.schema.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { SecondFactorFields, useSecondFactor } from '#web/auth/SecondFactorFields.tsx'
import type { TypedPassword } from '#web/auth/sign-in-again.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { describeError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/**
 * «Введите пароль», over the page: the act that needs a fresh one is repeated afterwards. Users with a second factor
 * give that, too.
 */
const GivePassword = ({ answer, typed }: { answer: (given: boolean) => void; typed?: TypedPassword | undefined }) => {
  const [password, setPassword] = useState(typed?.password ?? '')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const headers = useRepeatKey()
  const factor = useSecondFactor(() => call(accountApi.givePassword, { body: { password } }), typed?.refusal)
  const give = async (options?: PasskeyOptions) => {
    setBusy(true)
    setError('')
    try {
      const second = await factor.give(options)
      await call(accountApi.givePassword, { headers, body: { password, ...second } })
      answer(true)
    } catch (failure) {
      setError(await factor.read(failure))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // not through the form around the dialog in React's tree
    event.stopPropagation()
    void give()
  }
  return (
    <Modal onClose={() => answer(false)} title="Введите пароль" zIndex="var(--z-dialog)">
      <form onSubmit={submit}>
        <Stack gap={4}>
          <Text tone="soft">Это важное действие, а вошли вы больше 15 минут назад. Подтвердите, что это вы.</Text>
          <OwnPasswordField
            label="Пароль"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
            data-autofocus={typed ? undefined : true}
            required
            withAsterisk={false}
          />
          <SecondFactorFields factor={factor} label="Подтвердить ключом доступа" busy={busy} onPasskey={give} />
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
