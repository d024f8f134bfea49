import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adultAge, isAtLeast } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { CuratorRight } from '#contract/users/curator-rights.ts'
import { roles } from '#contract/users/names.ts'
import { canGiveRole } from '#contract/users/users.policy.ts'
import { nameUnlessKept, RoleSlug, UserCreate, type UserRow } from '#contract/users/users.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useSchool } from '#web/app/school.queries.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { showFormError, validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { RightsField } from '#web/users/RightsField.tsx'
import { useCreateUser, useUpdateUser } from '#web/users/users.queries.ts'

const SuccessorDialog = lateDialog(() => import('#web/users/SuccessorDialog.tsx'))

interface Values {
  name: string
  surname: string
  patronymic: string
  email: string
  login: string
  birth_date: string
  own_number: string
  parent_name: string
  parent_email: string
  role: RoleSlug
  rights: CuratorRight[] | null
}

/** What is typed, as the server takes it: only curators have rights. */
const toBody = (values: Values) => ({ ...values, rights: values.role === 'curator' ? values.rights : null })

const checkOf = (user: UserRow | undefined) => {
  const check = validateWith(
    user
      ? UserCreate.safeExtend({ name: nameUnlessKept(user.name), surname: nameUnlessKept(user.surname) })
      : UserCreate,
  )
  return (values: Values) => ({
    ...check(values),
    ...(toBody(values).rights?.length === 0 && { rights: 'Отметьте хотя бы одно право, или дайте все' }),
  })
}

/** How the person gets in, as the curator reads it; without `isDone` there is more to do in the profile. */
const nextStep = ({ email, login, parent_email, role }: Values, awaitsParent: boolean) => {
  const [address, parent] = [email.trim(), parent_email.trim()]
  if (awaitsParent) {
    return parent
      ? { detail: `Написали родителю: ${parent}. Войти можно будет после согласия.`, isDone: true }
      : { detail: 'Войти можно будет после согласия родителя. Впишите его почту в профиле.', isDone: false }
  }
  if (address) return { detail: `Письмо со ссылкой отправлено: ${address}`, isDone: true }
  const password =
    role === 'curator'
      ? 'Чтобы куратор задал пароль, впишите почту: на неё уйдёт приглашение.'
      : 'Пароль дайте в профиле, кнопкой «Новый пароль».'
  return { detail: `Входить с логином: ${login.trim()}. ${password}`, isDone: false }
}

/** Makes an account, or changes one. */
const UserForm = ({ user, onClose }: { user?: UserRow; onClose: () => void }) => {
  const actor = useActor()
  const own = user !== undefined && user.id === actor?.id
  const mayGive = (role: RoleSlug) => actor !== null && (role === user?.role.slug || canGiveRole(actor, role))
  const create = useCreateUser()
  const update = useUpdateUser()
  const navigate = useNavigate()
  const consentAge = useSchool()?.consent_age ?? adultAge
  const form = useForm<Values>({
    initialValues: {
      name: user?.name ?? '',
      surname: user?.surname ?? '',
      patronymic: user?.patronymic ?? '',
      email: user?.email ?? '',
      login: user?.login ?? '',
      birth_date: user?.birth_date ?? '',
      own_number: user?.own_number ?? '',
      parent_name: '',
      parent_email: '',
      role: user?.role.slug ?? 'student',
      rights: user?.rights ?? null,
    },
    validate: checkOf(user),
  })
  const { role, birth_date, email, parent_email } = form.values
  const isChild = role === 'student' && birth_date !== '' && !isAtLeast(consentAge, birth_date, new Date())
  const sendsLetter = (isChild ? parent_email : email).trim() !== ''
  const [asked, setAsked] = useState<string | null>(null)
  const change = async (user: UserRow, values: Values, successor_id?: number) => {
    const changes = changesOf(toBody(values), toBody(form.getInitialValues()))
    await update.mutateAsync({ id: user.id, ...changes, successor_id })
    toast({ severity: 'success', summary: 'Сохранено' })
    onClose()
  }
  const save = useSave(
    form,
    async (values) => {
      if (user) return change(user, values)
      const made = await create.mutateAsync(values)
      const to = pathTo('users.show', { id: made.user.id })
      const { detail, isDone } = nextStep(values, Boolean(made.user.awaits_parent_at))
      toast({
        severity: 'success',
        summary: 'Учётная запись создана',
        detail,
        ...(isDone ? { life: 6000 } : { action: { label: 'Открыть профиль', onClick: () => void navigate({ to }) } }),
      })
      onClose()
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'successor-needed') setAsked(error.message)
      else reportError(error)
    },
  )
  const handOver = (user: UserRow, { id }: { id: number }) =>
    change(user, form.getValues(), id).catch((error) => {
      setAsked(null)
      showFormError(form, error)
    })
  return (
    <>
      <FormDialog
        title={user ? 'Изменить пользователя' : 'Новый пользователь'}
        lead={
          !user &&
          `С почтой человек получит письмо со ссылкой и сам придумает пароль. Без почты письма не будет${
            form.values.role === 'curator' ? ', а пароль куратору задать нельзя.' : ': пароль дадите вы, в профиле.'
          }`
        }
        action={user ? 'Сохранить' : sendsLetter ? 'Создать и отправить письмо' : 'Создать'}
        busy={form.submitting}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Фамилия" autoComplete="off" {...form.getInputProps('surname')} />
        <TextInput label="Отчество" autoComplete="off" {...form.getInputProps('patronymic')} />
        <TextInput label="Почта" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput
          label="Логин"
          description="Для тех, у кого нет почты: с ним входят вместо неё"
          autoComplete="off"
          {...form.getInputProps('login')}
        />
        <DateInput label="Дата рождения" autoComplete="off" {...form.getInputProps('birth_date')} />
        <TextInput label="Номер в школе" autoComplete="off" {...form.getInputProps('own_number')} />
        {!user && (
          <>
            <TextInput
              label="Родитель"
              description="Имя и фамилия. Нужны для ребёнка, за которого согласие даёт родитель"
              autoComplete="off"
              {...form.getInputProps('parent_name')}
            />
            <TextInput label="Почта родителя" type="email" autoComplete="off" {...form.getInputProps('parent_email')} />
          </>
        )}
        <NativeSelect
          label="Роль"
          description={own ? 'Свою роль сменить нельзя: попросите другого куратора' : undefined}
          disabled={own}
          data={RoleSlug.options.filter(mayGive).map((value) => ({ value, label: roles[value] }))}
          {...form.getInputProps('role')}
        />
        {form.values.role === 'curator' && !own && (
          <RightsField
            value={form.values.rights}
            onChange={(rights) => form.setFieldValue('rights', rights)}
            error={form.errors.rights}
          />
        )}
      </FormDialog>
      {user && asked && (
        <SuccessorDialog
          user={user}
          detail={asked}
          action="Передать и сменить роль"
          busy={update.isPending}
          onChoose={(successor) => void handOver(user, successor)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

export default UserForm
