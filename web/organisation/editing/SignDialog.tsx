import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MadeDocument } from '#contract/organisation/made-documents.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { focusFirstError, showFormError } from '#web/app/form-errors.ts'
import { useUser } from '#web/auth/session.ts'
import { useSignDocument } from '#web/organisation/editing/made-documents.queries.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Asks for the password once more, and signs: what will stand on the document is said before. */
export const SignDialog = ({
  made,
  post,
  rules,
  onClose,
}: {
  made: MadeDocument
  /** What stood on the last document, or in the profile. */
  post: string
  rules: string
  onClose: () => void
}) => {
  useReturnFocus()
  const me = useUser()
  const sign = useSignDocument(made)
  const once = useSingle()
  const form = useForm({
    initialValues: { post, rules, password: '' },
    validate: {
      post: (words) => (words.trim() ? null : 'Напишите должность: она стоит на документе'),
      password: (words) => (words ? null : 'Введите пароль'),
    },
  })
  const send = form.onSubmit(
    (values) =>
      once(() =>
        sign.mutateAsync(values, {
          onSuccess: ({ document }) => {
            toast({
              severity: 'success',
              summary: 'Документ подписан',
              detail: `Номер подписи ${document.signature?.number ?? ''}. Прежний документ в архиве, его подпись можно проверить и дальше.`,
              life: 6000,
            })
            onClose()
          },
          onError: (error) => showFormError(form, error),
        }),
      ),
    focusFirstError,
  )
  return (
    <Modal opened onClose={onClose} title="Подписать документ">
      <form onSubmit={send} noValidate>
        <Stack gap={4}>
          <p>
            «{made.title}». На документе будут стоять ваше имя{me && ` (${fullName(me)})`}, должность, день и время,
            номер подписи и адрес, по которому её проверит любой.
          </p>
          <TextInput label="Ваша должность" maxLength={200} {...form.getInputProps('post')} />
          <TextInput
            label="По какому акту школы"
            description="Простая подпись равна собственноручной, если это предусмотрено актом или соглашением школы (63-ФЗ, ст. 6 и 9). Если такого акта нет, сначала примите его."
            placeholder="Положение о простой электронной подписи от 01.09.2025 № 7"
            maxLength={300}
            {...form.getInputProps('rules')}
          />
          {/* says to the password keeper whose password this is */}
          <input type="text" name="username" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
          <PasswordInput
            label="Ваш пароль"
            description="Пароль и есть ключ подписи: введите его сами, никому не передавайте"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button type="submit" loading={sign.isPending}>
              Подписать
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
