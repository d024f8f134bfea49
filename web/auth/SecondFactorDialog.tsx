import '#web/ui/input-styles.ts'
import { useForm } from '@mantine/form'
import encodeQR from 'qr'
import { useState } from 'react'
import { CodeEntry, type SecondFactorSetup } from '#contract/auth/account.schema.ts'
import { AskOwnPassword } from '#web/auth/AskOwnPassword.tsx'
import { useConfirmSecondFactor, useSetUpSecondFactor } from '#web/auth/account.queries.ts'
import { CodeField } from '#web/auth/CodeField.tsx'
import { RecoveryCodes } from '#web/auth/RecoveryCodes.tsx'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The address as a QR code; black on white in the dark scheme, too, or cameras would not read it. */
const QrCode = ({ text }: { text: string }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} width="200" height="200" role="img" aria-label="QR-код">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

interface Props {
  userId: number
  onClose: () => void
  /** Once it is on and new recovery codes were shown. */
  onDone?: () => void
}

const AskPassword = ({ userId, onClose, onSetup }: Props & { onSetup: (setup: SecondFactorSetup) => void }) => {
  const setUp = useSetUpSecondFactor(userId)
  return (
    <AskOwnPassword
      title="Вход с кодом"
      lead="Кроме пароля понадобится код из приложения на телефоне. Подойдёт любое: Яндекс Ключ, Google Authenticator, Aegis."
      action="Дальше"
      act={async (password) => onSetup(await setUp.mutateAsync(password))}
      onClose={onClose}
    />
  )
}

const AskCode = ({
  userId,
  setup,
  onClose,
  onCodes,
}: Props & { setup: SecondFactorSetup; onCodes: (codes: string[]) => void }) => {
  const confirm = useConfirmSecondFactor(userId)
  const form = useForm({ initialValues: { code: '' }, validate: validateWith(CodeEntry) })
  const save = useSave(form, async ({ code }) => onCodes((await confirm.mutateAsync(code)).recovery_codes))
  return (
    <FormDialog
      title="Вход с кодом"
      lead="Откройте приложение, добавьте учётную запись по QR-коду и введите шесть цифр, которые оно покажет."
      action="Включить"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <Row justify="center">
        <QrCode text={setup.url} />
      </Row>
      <Stack gap={1}>
        <Text size={2} tone="quiet" links="underlined">
          С этого же телефона: <a href={setup.url}>открыть в приложении</a>. Или введите ключ вручную:
        </Text>
        <Text anywhere>
          <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </Text>
      </Stack>
      <CodeField description={null} inputMode="numeric" data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  )
}

/**
 * Turns the second factor on: the password, then a first code of the app, then the recovery codes, unless there are
 * some.
 */
const SecondFactorDialog = (props: Props) => {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = () => {
    props.onDone?.()
    props.onClose()
  }
  const keep = (codes: string[]) => {
    if (codes.length > 0) return setCodes(codes)
    toast({ severity: 'success', summary: 'Вход с кодом включён. Запасные коды прежние.' })
    done()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={done} />
  if (setup) return <AskCode {...props} setup={setup} onCodes={keep} />
  return <AskPassword {...props} onSetup={setSetup} />
}

export default SecondFactorDialog
