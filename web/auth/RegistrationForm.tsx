import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { authApi } from '#contract/auth/auth.api.ts'
import { Registration } from '#contract/auth/auth.schema.ts'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import { organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { passwordLength } from '#contract/users/users.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { useApplication } from '#web/applications/use-application.tsx'
import { ClassCodeField } from '#web/auth/ClassCodeField.tsx'
import { startSession } from '#web/auth/session.ts'
import { WantedPageNote } from '#web/auth/WantedPageNotice.tsx'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { Grid, Text } from '#web/ui/layout.tsx'

/** Each document that is agreed to has a box of its own, and none is ticked before its reader does it. */
const asked = consentsAt('registration')

const checkFields = validateWith(Registration.omit({ consent: true }))
const check = (values: { consents: Record<string, boolean> }) => ({
  ...checkFields(values),
  ...Object.fromEntries(
    asked
      .filter(({ slug }) => !values.consents[slug])
      .map(({ slug }) => [`consents.${slug}`, 'Без согласия учётную запись открыть нельзя']),
  ),
})

/** What both forms of registration ask for. */
export interface TypedValues {
  name: string
  surname: string
  email: string
  password: string
}

/** For those who agree themselves; who chose a `program` applies to it with the same form. */
export const RegistrationForm = ({
  typed,
  program,
  classCode,
  onType,
  onAwait,
}: {
  typed: TypedValues
  program: Program | null
  /** The code of a class to begin with; null: none is asked for. */
  classCode: string | null
  onType: (typed: TypedValues) => void
  /** The account waits until the school has decided. */
  onAwait: () => void
}) => {
  const navigate = useNavigate()
  const application = useApplication(program)
  const text = useQuery(documentQuery('personal-data'))
  const form = useForm({
    initialValues: {
      name: typed.name,
      surname: typed.surname,
      email: typed.email,
      password: typed.password,
      ...(classCode !== null && { class_code: classCode }),
      consents: Object.fromEntries(asked.map(({ slug }) => [slug, false])) as Record<string, boolean>,
    },
    validate: check,
    onValuesChange: onType,
  })

  const register = useSave(form, async ({ consents: _, ...values }) => {
    try {
      const version = text.data && { consent_version: text.data.document.version }
      const { user, access_token } = await call(authApi.register, {
        body: { ...values, ...application.body, consent: true, ...version },
      })
      if (access_token === null) {
        application.clear()
        return onAwait()
      }
      startSession({ user, access_token })
      // the application is there already, unless the course can no longer be joined: then this explains why
      await application.send()
      await navigate({ href: program ? pathTo('programs.show', { id: program.id }) : takeWantedPage() })
    } catch (error) {
      // another version was published meanwhile: it is read again, and agreed to as it is now
      if (error instanceof ApiError && error.code === 'conflict') void text.refetch()
      throw error
    }
  })

  return (
    <form onSubmit={register} noValidate>
      {!program && <WantedPageNote />}
      <Grid least={10} gap={4} gapX={3}>
        <TextInput label="Имя" name="name" autoComplete="given-name" {...form.getInputProps('name')} />
        <TextInput label="Фамилия" name="surname" autoComplete="family-name" {...form.getInputProps('surname')} />
      </Grid>
      <TextInput label="Почта" type="email" name="email" autoComplete="email" {...form.getInputProps('email')} />
      <PasswordInput
        label="Пароль"
        name="password"
        description={`Не короче ${passwordLength.min} знаков`}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать набранное' }}
        {...form.getInputProps('password')}
      />
      {classCode !== null && <ClassCodeField {...form.getInputProps('class_code')} />}
      {application.field}
      {asked.map(({ slug, title }) => (
        <Checkbox
          key={slug}
          name={slug}
          label={
            <>
              Даю{' '}
              <a href={pathTo('documents.show', { slug })} target="_blank" rel="noreferrer">
                {title.charAt(0).toLowerCase() + title.slice(1)}
              </a>
            </>
          }
          {...form.getInputProps(`consents.${slug}`, { type: 'checkbox' })}
        />
      ))}
      <Button type="submit" size="lg" loading={form.submitting}>
        {program ? 'Подать заявку' : 'Зарегистрироваться'}
      </Button>
      <Text size={2} tone="quiet" loose>
        Как мы храним данные, написано в{' '}
        <a href={pathTo('documents.show', { slug: 'privacy' })} target="_blank" rel="noreferrer">
          политике обработки персональных данных
        </a>
        , правила школы опубликованы в разделе{' '}
        <a href={pathTo('organisation')} target="_blank" rel="noreferrer">
          «{organisationTitle}»
        </a>
        .
      </Text>
    </form>
  )
}
