import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ConsentSlug } from '#contract/consents/consents.schema.ts'
import { counted } from '#contract/plural.ts'
import { ErasureWish, erasureDays } from '#contract/privacy/privacy.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { lateDialog } from '#web/app/late.tsx'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { useUser } from '#web/auth/session.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { showFormError, validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useEraseAccount } from '#web/privacy/privacy.queries.ts'
import { formatDay } from '#web/ui/dates.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const SuccessorDialog = lateDialog(() => import('#web/users/SuccessorDialog.tsx'))

const check = validateWith(ErasureWish)
const time = counted(erasureDays, 'день', 'дня', 'дней')

/** How to cancel: a consent that was taken back has to be given again, for a child by the parent. */
const staying = (withdrawn: ConsentSlug | undefined) => {
  if (withdrawn === 'parent-consent')
    return `${time} сможет передумать родитель: по ссылке из письма, которое пришло ему, когда он согласился.`
  return `${time} можно передумать: войдите и нажмите «Не удалять»${withdrawn ? ', мы попросим согласиться снова' : ''}.`
}

const Explained = ({
  own,
  teaches,
  hasEmail,
  withdrawn,
}: {
  own: boolean
  /** Whether the user's own courses may be left without a teacher. */
  teaches: boolean
  hasEmail: boolean
  withdrawn: ConsentSlug | undefined
}) => (
  <Stack links="underlined" gap={3} tone="soft">
    <p>
      Через {time} исчезнут имя, почта и всё, что рассказано в профиле, работы и черновики, личные проекты, сообщения и
      комментарии, загруженные файлы. Вернуть их будет нельзя.
    </p>
    <p>
      Без имени останутся оценки и решения по работам, работы команды и проекты, у которых есть другие авторы, а также
      запись о том, когда какое согласие было дано.
    </p>
    {teaches && <p>Опубликованные курсы, которые больше никто не ведёт, в день удаления перейдут куратору.</p>}
    <p>
      {own
        ? `${staying(withdrawn)} До тех пор другие не видят ни профиля, ни проектов, ни комментариев. На остальных устройствах вы выйдете сейчас.`
        : `Делайте это только по письменному заявлению. ${hasEmail ? 'Человек получит письмо и' : 'Почты у человека нет, скажите ему сами:'} ${time} он сможет передумать. Кто и когда об этом попросил, останется в записи об удалениях.`}
    </p>
  </Stack>
)

const titleOf = (own: boolean, user: { name: string; surname: string }, withdrawn: ConsentSlug | undefined) => {
  if (withdrawn) return 'Отозвать согласие и удалить учётную запись'
  return own ? 'Удалить учётную запись' : `Удалить учётную запись: ${fullName(user)}`
}

/**
 * The request for erasing an account, the user's own or at a written request somebody else's, with its consequences in
 * plain text. Taking back a consent that the account needs is the same act: `withdrawn` is that consent.
 */
const EraseDialog = ({
  user,
  withdrawn,
  onClose,
}: {
  user: { id: number; name: string; surname: string; email?: string | null }
  withdrawn?: ConsentSlug
  onClose: () => void
}) => {
  const me = useUser()
  const own = me?.id === user.id
  const erase = useEraseAccount(user.id, withdrawn)
  const form = useForm({ initialValues: { password: '' }, validate: check })
  const [asked, setAsked] = useState<string | null>(null)
  const request = async (successor_id?: number) => {
    const { erase_at } = await erase.mutateAsync({ ...form.getValues(), ...(successor_id && { successor_id }) })
    toast({
      severity: 'success',
      summary: erase_at ? `Учётная запись будет удалена ${formatDay(erase_at)}` : 'Согласие отозвано',
      // to an address that nobody has confirmed no letter is sent
      detail: own ? (me.email_confirmed ? 'Письмо с этой датой уже в пути.' : undefined) : fullName(user),
      life: 6000,
    })
    onClose()
  }
  const send = useSave(
    form,
    () => request(),
    (error) => {
      if (error instanceof ApiError && error.code === 'successor-needed') setAsked(error.message)
      else reportError(error)
    },
  )
  const handOver = ({ id }: { id: number }) =>
    request(id).catch((error) => {
      setAsked(null)
      showFormError(form, error)
    })
  return (
    <>
      <FormDialog
        title={titleOf(own, user, withdrawn)}
        action={withdrawn ? 'Отозвать и удалить' : `Удалить через ${time}`}
        danger
        cancel={withdrawn ? 'Не отзывать' : 'Не удалять'}
        busy={form.submitting}
        onSubmit={send}
        onClose={onClose}
      >
        {withdrawn && <p>Без этого согласия учётной записи быть не может.</p>}
        <Explained
          own={own}
          teaches={own && me.role.slug !== 'student'}
          hasEmail={Boolean(user.email)}
          withdrawn={withdrawn}
        />
        <OwnPasswordField {...form.getInputProps('password')} />
      </FormDialog>
      {asked && (
        <SuccessorDialog
          user={user}
          detail={`${asked} Передача произойдёт в день удаления.`}
          action="Передать и удалить"
          busy={erase.isPending}
          onChoose={(successor) => void handOver(successor)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

export default EraseDialog
