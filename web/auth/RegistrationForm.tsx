import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { authApi } from '#contract/auth/auth.api.ts'
import { Registration } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { useApplication } from '#web/applications/use-application.tsx'
import { ClassCodeField } from '#web/auth/ClassCodeField.tsx'
import { ConsentBoxes, ConsentNote, checkConsents, noConsents } from '#web/auth/ConsentBoxes.tsx'
import { forgetRegistration } from '#web/auth/kept-registration.ts'
import { NewPasswordInput } from '#web/auth/NewPasswordInput.tsx'
import { startSession } from '#web/auth/session.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { WantedPageNote } from '#web/auth/WantedPageNotice.tsx'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { act } from '#web/data/act.ts'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { Grid } from '#web/ui/layout.tsx'

const checkFields = validateWith(Registration.omit({ consent: true }))
const check = (values: { consents: Record<string, boolean> }) => ({
  ...checkFields(values),
  ...checkConsents(values.consents),
})

/** What both forms of registration ask for. */
export interface TypedValues {
  name: string
  surname: string
  email: string
  password: string
  birth_date?: string
  parent_email?: string
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
  const headers = useRepeatKey()
  const text = useQuery(documentQuery('personal-data'))
  const form = useForm({
    initialValues: {
      name: typed.name,
      surname: typed.surname,
      email: typed.email,
      password: typed.password,
      ...(classCode !== null && { class_code: classCode }),
      consents: noConsents(),
    },
    validate: check,
    onValuesChange: onType,
  })

  const register = useSave(form, async ({ consents: _, ...values }) => {
    const version = text.data && { consent_version: text.data.document.version }
    const { user, access_token } = await act(authApi.register, {
      headers,
      body: { ...values, ...application.body, consent: true, ...version },
    })
    if (access_token === null) {
      application.clear()
      forgetRegistration()
      return onAwait()
    }
    startSession({ user, access_token })
    // the application is there already, unless the course can no longer be joined: then this explains why
    await application.send()
    await navigate({ href: program ? pathTo('programs.show', { id: program.id }) : takeWantedPage() })
  })

  return (
    <form onSubmit={register} noValidate>
      {!program && <WantedPageNote isNew />}
      <Grid least={10} gap={4} gapX={3}>
        <TextInput label="Имя" name="name" autoComplete="given-name" {...form.getInputProps('name')} />
        <TextInput label="Фамилия" name="surname" autoComplete="family-name" {...form.getInputProps('surname')} />
      </Grid>
      <TextInput label="Почта" type="email" name="email" autoComplete="email" {...form.getInputProps('email')} />
      <NewPasswordInput {...form.getInputProps('password')} />
      {classCode !== null && <ClassCodeField {...form.getInputProps('class_code')} />}
      {application.field}
      <ConsentBoxes form={form} />
      <Button type="submit" size="lg" loading={form.submitting}>
        {program ? 'Подать заявку' : 'Зарегистрироваться'}
      </Button>
      <ConsentNote />
    </form>
  )
}
