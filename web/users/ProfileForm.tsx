import '#web/ui/input-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { z } from 'zod'
import type { UserProfile } from '#contract/users/users.api.ts'
import { About, PersonName } from '#contract/users/users.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useUnsavedChanges } from '#web/app/use-unsaved-changes.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'
import classes from '#web/users/Profile.module.css'
import { useUpdateUser } from '#web/users/users.queries.ts'

const check = validateWith(z.object({ name: PersonName, surname: PersonName, about: About }))

/** Changes what others read about oneself. */
const ProfileForm = ({ user, onDone }: { user: UserProfile; onDone: () => void }) => {
  const update = useUpdateUser()
  const once = useSingle()
  const form = useForm({
    initialValues: { name: user.name, surname: user.surname, about: user.about },
    validate: check,
  })
  useUnsavedChanges(form.isDirty())
  const save = form.onSubmit(
    (values) =>
      once(() =>
        update.mutateAsync(
          { id: user.id, ...values },
          {
            onSuccess: () => {
              toast({ severity: 'success', summary: 'Профиль сохранён' })
              onDone()
            },
            onError: (error) => showFormError(form, error),
          },
        ),
      ),
    focusFirstError,
  )
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <div className={classes.pair}>
        <TextInput label="Имя" autoComplete="given-name" autoFocus {...form.getInputProps('name')} />
        <TextInput label="Фамилия" autoComplete="family-name" {...form.getInputProps('surname')} />
      </div>
      <Textarea label="О себе" autosize minRows={3} maxRows={12} {...form.getInputProps('about')} />
      <div className={classes.actions}>
        <Button type="submit" loading={update.isPending}>
          Сохранить
        </Button>
        <Button variant="default" disabled={update.isPending} onClick={onDone}>
          Отменить
        </Button>
      </div>
    </form>
  )
}

export default ProfileForm
