import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MadeDocument } from '#contract/organisation/made-documents.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { useUser } from '#web/auth/session.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useSignDocument } from '#web/organisation/editing/made-documents.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The state of the document that was there before; only one that was signed here has a number to confirm. */
const formerText = ({ document }: MadeDocument) => {
  if (!document) return ''
  return document.signature?.number
    ? 'Прежний документ в архиве, его подпись можно проверить и дальше.'
    : 'Прежний документ в архиве.'
}

/** Asks for the password again, and signs: what the document will show is shown before. */
export const SignDialog = ({
  made,
  post,
  rules,
  onClose,
}: {
  made: MadeDocument
  /** As on the last document, or in the profile. */
  post: string
  rules: string
  onClose: () => void
}) => {
  const me = useUser()
  const sign = useSignDocument(made)
  const form = useForm({
    initialValues: { post, rules, password: '' },
    validate: {
      post: (text) => (text.trim() ? null : 'Напишите должность: она стоит на документе'),
      password: (text) => (text ? null : 'Введите пароль'),
    },
  })
  const send = useSave(form, async (values) => {
    const { document } = await sign.mutateAsync(values)
    toast({
      severity: 'success',
      summary: 'Документ подписан',
      detail: [`Номер подписи ${document.signature?.number ?? ''}.`, formerText(made)].filter(Boolean).join(' '),
      life: 6000,
    })
    onClose()
  })
  return (
    <FormDialog
      title="Подписать документ"
      action="Подписать"
      cancel="Отмена"
      busy={form.submitting}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        «{made.title}». На документе будут стоять ваше имя{me && ` (${fullName(me)})`}, должность, день и время, номер
        подписи и адрес, по которому её проверит любой.
      </p>
      {!made.shown && (
        <Notice tone="warn">
          На странице в этом поле стоит ваш документ или «нет сведений». Подписанный появится там, когда вы уберёте своё
          значение и опубликуете страницу.
        </Notice>
      )}
      <TextInput label="Ваша должность" maxLength={200} {...form.getInputProps('post')} />
      <TextInput
        label="По какому акту школы"
        description="Простая подпись равна собственноручной, если это предусмотрено актом или соглашением школы (63-ФЗ, ст. 6 и 9). Если такого акта нет, сначала примите его."
        placeholder="Положение о простой электронной подписи от 01.09.2025 № 7"
        maxLength={300}
        {...form.getInputProps('rules')}
      />
      <OwnPasswordField
        description="Пароль и есть ключ подписи: введите его сами, никому не передавайте"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
