import { useRef, useState } from 'react'
import { adultAge } from '#contract/auth/auth.schema.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { type Age, AgeField } from '#web/auth/AgeField.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ChildForm, WaitingForParent } from '#web/auth/ChildForm.tsx'
import { RegistrationForm, type TypedWords } from '#web/auth/RegistrationForm.tsx'

/** One form for those who agree themselves, another for those whose parent does; both begin with the age. */
const RegistrationPage = () => {
  const [age, setAge] = useState<Age>('enough')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const consentAge = useSchool()?.consent_age ?? adultAge
  // what is typed already goes along when the age or the parent's address is corrected
  const typed = useRef<TypedWords>({ name: '', surname: '', email: '', password: '' })
  const words = {
    typed: typed.current,
    onType: (words: TypedWords) => {
      typed.current = words
    },
  }
  if (sentTo !== null) return <WaitingForParent parentEmail={sentTo} onCorrect={() => setSentTo(null)} />
  return (
    <AuthCard
      title="Регистрация"
      lead={
        age === 'enough'
          ? 'Одна учётная запись для курсов, работ и проектов.'
          : `До ${consentAge} лет нужно согласие родителя. Мы попросим о нём письмом.`
      }
      footer={
        <>
          Уже учитесь у нас? <a href="/login">Войдите</a>
        </>
      }
    >
      <AgeField age={age} consentAge={consentAge} onChange={setAge} />
      {age === 'enough' ? <RegistrationForm {...words} /> : <ChildForm {...words} onSent={setSentTo} />}
    </AuthCard>
  )
}

export default RegistrationPage
