import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adultAge } from '#contract/auth/auth.schema.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { type Newcomer, NewcomerForm as NewcomerFields } from '#contract/identities/identities.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { useSchool } from '#web/app/school.queries.ts'
import { type Age, AgeField } from '#web/auth/AgeField.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ClassCodeField } from '#web/auth/ClassCodeField.tsx'
import { ConsentBoxes, ConsentNote, checkConsents, noConsents } from '#web/auth/ConsentBoxes.tsx'
import { startSession } from '#web/auth/session.ts'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { act } from '#web/data/act.ts'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { forgetSignIn } from '#web/identities/provider-sign-in.ts'
import { Grid, Text } from '#web/ui/layout.tsx'

const checkFields = validateWith(NewcomerFields.omit({ key: true, consent: true }))
const check = (values: { consents: Record<string, boolean> }) => ({
  ...checkFields(values),
  ...checkConsents(values.consents),
})

interface Props {
  /** What this tab has begun the sign-in with. */
  signInKey: string
  newcomer: Newcomer
  /** The account waits until the school has decided. */
  onAwait: () => void
}

const Fields = ({ signInKey, newcomer, onAwait }: Props) => {
  const navigate = useNavigate()
  const headers = useRepeatKey()
  const text = useQuery(documentQuery('personal-data'))
  const form = useForm({
    initialValues: {
      name: newcomer.name,
      surname: newcomer.surname,
      ...(newcomer.needs_code && { class_code: '' }),
      consents: noConsents(),
    },
    validate: check,
  })
  const register = useSave(form, async ({ consents: _, ...values }) => {
    const version = text.data && { consent_version: text.data.document.version }
    const { user, access_token } = await act(identitiesApi.register, {
      headers,
      body: { key: signInKey, ...values, consent: true, ...version },
    })
    forgetSignIn()
    if (access_token === null) return onAwait()
    startSession({ user, access_token }, true)
    await navigate({ href: takeWantedPage() })
  })
  return (
    <form onSubmit={register} noValidate>
      <Grid least={10} gap={4} gapX={3}>
        <TextInput label="Имя" name="name" autoComplete="given-name" {...form.getInputProps('name')} />
        <TextInput label="Фамилия" name="surname" autoComplete="family-name" {...form.getInputProps('surname')} />
      </Grid>
      {newcomer.needs_code && <ClassCodeField {...form.getInputProps('class_code')} />}
      <ConsentBoxes form={form} />
      <Button type="submit" size="lg" loading={form.submitting}>
        Открыть учётную запись
      </Button>
      <ConsentNote />
    </form>
  )
}

/** Opens the account of somebody whom the school's identity provider knows and the school does not. */
const NewcomerForm = (props: Props) => {
  const [age, setAge] = useState<Age>('enough')
  const consentAge = useSchool()?.consent_age ?? adultAge
  return (
    <AuthCard
      title="Вы здесь впервые"
      lead={`Проверьте имя. Почта: ${props.newcomer.email}, её подтвердила система входа.`}
    >
      <AgeField age={age} consentAge={consentAge} onChange={setAge} />
      {age === 'enough' ? (
        <Fields {...props} />
      ) : (
        <Text tone="soft" links="underlined" role="status">
          До {consentAge} лет нужно согласие родителя. <Link to="/registration">Зарегистрируйтесь</Link> с той же
          почтой: мы напишем родителю, и потом вы сможете входить этим же способом.
        </Text>
      )}
    </AuthCard>
  )
}

export default NewcomerForm
