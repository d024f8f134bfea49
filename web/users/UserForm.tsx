import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { roles } from '#contract/users/names.ts'
import { nameUnlessKept, type RoleSlug, UserCreate, type UserRow } from '#contract/users/users.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useUser } from '#web/auth/session.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useCreateUser, useUpdateUser } from '#web/users/users.queries.ts'

const checkOf = (user: UserRow | undefined) =>
  validateWith(
    user ? UserCreate.extend({ name: nameUnlessKept(user.name), surname: nameUnlessKept(user.surname) }) : UserCreate,
  )

/** Makes an account, or changes one. */
const UserForm = ({ user, onClose }: { user?: UserRow; onClose: () => void }) => {
  useReturnFocus()
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
  const save = form.onSubmit(async (values) => {
    try {
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
    } catch (error) {
      showFormError(form, error)
    }
  }, focusFirstError)
  return (
    <Modal opened onClose={onClose} title={user ? 'Изменить пользователя' : 'Новый пользователь'}>
      <form onSubmit={save} noValidate>
        <Stack gap={4}>
          {!user && (
            <p style={{ color: 'var(--ink-2)' }}>Человек получит письмо со ссылкой, по которой сам придумает пароль.</p>
          )}
          <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Фамилия" autoComplete="off" {...form.getInputProps('surname')} />
          <TextInput label="Почта" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <NativeSelect
            label="Роль"
            description={
              user && user.id === me?.id ? 'Свою роль сменить нельзя: попросите другого куратора' : undefined
            }
            disabled={user !== undefined && user.id === me?.id}
            data={Object.entries(roles).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('role')}
          />
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отменить
            </Button>
            <Button type="submit" loading={form.submitting}>
              {user ? 'Сохранить' : 'Создать и отправить письмо'}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

export default UserForm
