import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { adultAge } from '#contract/auth/auth.schema.ts'
import { useSchool } from '#web/app/school.queries.ts'
import classes from '#web/auth/AuthCard.module.css'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ChildForm } from '#web/auth/ChildForm.tsx'
import { RegistrationForm } from '#web/auth/RegistrationForm.tsx'

/** The age is asked first: it decides who agrees, and so what else is asked. */
const RegistrationPage = () => {
  const [age, setAge] = useState<'enough' | 'child' | null>(null)
  const consentAge = useSchool()?.consent_age ?? adultAge
  const back = () => setAge(null)
  if (age === 'enough') return <RegistrationForm consentAge={consentAge} onBack={back} />
  if (age === 'child') return <ChildForm consentAge={consentAge} onBack={back} />
  return (
    <AuthCard
      title="Регистрация"
      lead="Одна учётная запись для курсов, работ и проектов. Сначала скажите, сколько вам лет: за младших согласие даёт родитель."
      footer={
        <>
          Уже учитесь у нас? <a href="/login">Войдите</a>
        </>
      }
    >
      <div className={classes.ages}>
        <Button size="lg" onClick={() => setAge('enough')}>
          Мне уже есть {consentAge}
        </Button>
        <Button size="lg" variant="default" onClick={() => setAge('child')}>
          Мне ещё нет {consentAge}
        </Button>
      </div>
    </AuthCard>
  )
}

export default RegistrationPage
