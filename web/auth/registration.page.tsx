import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adultAge } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { idOf, usePageSearch } from '#web/app/page-params.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { type Age, AgeField } from '#web/auth/AgeField.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ChildForm, WaitingForParent } from '#web/auth/ChildForm.tsx'
import { forgetRegistration, keepRegistration, readRegistration } from '#web/auth/kept-registration.ts'
import { NotOpen, WaitingForSchool } from '#web/auth/NotOpen.tsx'
import { RegistrationForm, type TypedValues } from '#web/auth/RegistrationForm.tsx'
import { keepWantedPage } from '#web/auth/wanted-page.ts'
import type { PageLoad } from '#web/page-module.ts'
import { isOpen } from '#web/programs/EnrolCard.tsx'
import { programQuery } from '#web/programs/programs.queries.ts'

export const load: PageLoad<'registration'> = (_, { program }) => {
  const id = idOf(program)
  return id === null ? [] : [programQuery(id)]
}

/** The course that the guest wants to apply to; null when there is none that can be joined now. */
const useChosenProgram = () => {
  const id = idOf(usePageSearch('registration')[0].program)
  const { data } = useQuery({ ...programQuery(id ?? 0), enabled: id !== null })
  return data && isOpen(data.program) ? data.program : null
}

/** One form for those who agree themselves, another for those whose parent does; both begin with the age. */
const RegistrationPage = () => {
  const program = useChosenProgram()
  const [{ age: keptAge, ...kept }] = useState(readRegistration)
  const [age, setAge] = useState<Age>(keptAge === 'child' ? 'child' : 'enough')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const consentAge = useSchool()?.consent_age ?? adultAge
  // what is typed already goes along when the age or the parent's address is corrected
  const typed = useRef<TypedValues>({ name: '', surname: '', email: '', password: '', ...kept })
  const typing = {
    typed: typed.current,
    onType: (values: TypedValues) => {
      typed.current = { ...typed.current, ...values }
      keepRegistration({ ...typed.current, age })
    },
  }
  const chooseAge = (chosen: Age) => {
    setAge(chosen)
    keepRegistration({ ...typed.current, age: chosen })
  }
  // the next guest at the tab; a reload, and a visit to another site, does not run this
  useEffect(() => forgetRegistration, [])
  const mode = useSchool()?.registration ?? 'open'
  const [{ code = '' }] = usePageSearch('registration')
  const [isAwaited, setAwaited] = useState(false)
  // a code is asked for where it is needed, or came along in a link
  const classCode = mode === 'code' || code !== '' ? code : null
  if (isAwaited) return <WaitingForSchool />
  if (mode === 'invitation' || mode === 'closed') return <NotOpen mode={mode} />
  if (sentTo !== null) return <WaitingForParent parentEmail={sentTo} onCorrect={() => setSentTo(null)} />
  return (
    <AuthCard
      title="Регистрация"
      lead={
        age === 'enough'
          ? program
            ? `Заполните один раз: откроем учётную запись и отправим заявку на курс «${program.name}».`
            : 'Одна учётная запись для курсов, работ и проектов.'
          : `До ${consentAge} лет нужно согласие родителя. Мы попросим о нём письмом.`
      }
      footer={
        <>
          Уже учитесь у нас?{' '}
          <Link to="/login" onClick={() => program && keepWantedPage(pathTo('programs.show', { id: program.id }))}>
            Войдите
          </Link>
        </>
      }
    >
      <AgeField age={age} consentAge={consentAge} onChange={chooseAge} />
      {age === 'enough' ? (
        <RegistrationForm {...typing} program={program} classCode={classCode} onAwait={() => setAwaited(true)} />
      ) : (
        <ChildForm {...typing} program={program} classCode={classCode} onSent={setSentTo} />
      )}
    </AuthCard>
  )
}

export default RegistrationPage
