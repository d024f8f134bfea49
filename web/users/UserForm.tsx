import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { roles } from '#contract/users/names.ts'
import { nameUnlessKept, type RoleSlug, UserCreate, type UserRow } from '#contract/users/users.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { useUser } from '#web/auth/session.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCreateUser, useUpdateUser } from '#web/users/users.queries.ts'

const checkOf = (user: UserRow | undefined) =>
  validateWith(
    user ? UserCreate.extend({ name: nameUnlessKept(user.name), surname: nameUnlessKept(user.surname) }) : UserCreate,
  )

/** Makes an account, or changes one. */
const UserForm = ({ user, onClose }: { user?: UserRow; onClose: () => void }) => {
  const me = useUser()
  const create = useCreateUser()
  const update = useUpdateUser()
  const form = useForm({
    initialValues: {
      name: user?.name ?? '',
      surname: user?.surname ?? '',
      email: user?.email ?? '',
      role: (user?.role.slug ?? 'student') as RoleSlug,
    },
    validate: checkOf(user),
  })
  const save = useSave(form, async (values) => {
    if (user) {
      await update.mutateAsync({ id: user.id, ...values })
      toast({ severity: 'success', summary: 'Сохранено' })
    } else {
      await create.mutateAsync(values)
      toast({
        severity: 'success',
        summary: 'Учётная запись создана',
        detail: `Письмо со ссылкой отправлено: ${values.email.trim()}`,
        life: 6000,
      })
    }
    onClose()
  })
  return (
    <FormDialog
      title={user ? 'Изменить пользователя' : 'Новый пользователь'}
      lead={!user && 'Человек получит письмо со ссылкой, по которой сам придумает пароль.'}
      action={user ? 'Сохранить' : 'Создать и отправить письмо'}
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Фамилия" autoComplete="off" {...form.getInputProps('surname')} />
      <TextInput label="Почта" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <NativeSelect
        label="Роль"
        description={user && user.id === me?.id ? 'Свою роль сменить нельзя: попросите другого куратора' : undefined}
        disabled={user !== undefined && user.id === me?.id}
        data={Object.entries(roles).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}

export default UserForm
