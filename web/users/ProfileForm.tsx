import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UserProfile } from '#contract/users/users.api.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts'
import { toast } from '#web/ui/toasts.ts'
import { LinksField } from '#web/users/LinksField.tsx'
import classes from '#web/users/Profile.module.css'
import { type ProfileFormState, useProfileForm } from '#web/users/profile-form.ts'
import { useUpdateUser } from '#web/users/users.queries.ts'

const toBody = ({ links, ...values }: ProfileFormState['values']) => ({
  ...values,
  links: links.map(({ title, url }) => ({ title, url })),
})

/** Changes what others read about oneself. */
const ProfileForm = ({ user, onDone }: { user: UserProfile; onDone: () => void }) => {
  const update = useUpdateUser()
  const { form, saved, other, showOther, forget } = useProfileForm(user)
  useUnsavedChanges(form.isDirty())
  const close = () => {
    forget()
    onDone()
  }
  const save = useSave(form, async (values) => {
    await update.mutateAsync({ id: user.id, ...changesOf(toBody(values), toBody(saved)) })
    toast({ severity: 'success', summary: 'Профиль сохранён' })
    close()
  })
  return (
    <Stack as="form" gap={4} mt={5} className={classes.form} onSubmit={save} noValidate>
      <Grid least={11} gap={4} gapX={3}>
        <TextInput label="Имя" autoComplete="given-name" autoFocus {...form.getInputProps('name')} />
        <TextInput label="Фамилия" autoComplete="family-name" {...form.getInputProps('surname')} />
      </Grid>
      <TextInput
        label="Чем занимаюсь"
        placeholder="Делаю интерфейсы и рисую шрифты"
        autoComplete="organization-title"
        {...form.getInputProps('occupation')}
      />
      <Textarea label="О себе" autosize minRows={3} maxRows={12} {...form.getInputProps('about')} />
      {other !== null && (
        <Row gap={2} gapX={3} wrap size={2} tone="soft">
          <Text as="span" from={18}>
            На этом устройстве остался другой текст: его начали раньше, чем сохранили этот.
          </Text>
          <Button size="xs" variant="default" onClick={showOther}>
            Показать другой текст
          </Button>
        </Row>
      )}
      <LinksField form={form} />
      {user.role.slug === 'student' && (
        <Checkbox
          label="Показывать в профиле пройденные курсы"
          {...form.getInputProps('shows_courses', { type: 'checkbox' })}
        />
      )}
      <Row unprinted gap={2} wrap align="stretch">
        <Button type="submit" loading={form.submitting}>
          Сохранить
        </Button>
        <Button variant="default" disabled={form.submitting} onClick={close}>
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}

export default ProfileForm
