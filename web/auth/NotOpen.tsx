import { useLayoutEffect, useRef } from 'react'
import type { RegistrationMode } from '#contract/site/site-settings.schema.ts'
import { config } from '#web/app/config.ts'
import { Link } from '#web/app/Link.tsx'
import { useSchool } from '#web/app/school.queries.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** Where to write to the school, as far as it has said so. */
const useContacts = () => {
  const school = useSchool()
  return [school?.email, school?.phone].filter(Boolean).join(', ')
}

/** The page of registration where nobody opens an account alone. */
export const NotOpen = ({ mode }: { mode: Extract<RegistrationMode, 'invitation' | 'closed'> }) => {
  const contacts = useContacts()
  const write = contacts ? `напишите нам: ${contacts}.` : 'напишите в школу.'
  return (
    <AuthCard
      title={mode === 'invitation' ? 'Школа приглашает сама' : 'Регистрация закрыта'}
      lead={
        mode === 'invitation'
          ? `Учётную запись открывает школа и присылает ссылку на почту. Если письма нет, ${write}`
          : `Сейчас новых учётных записей мы не открываем. Если вам нужно войти, ${write}`
      }
      footer={
        <>
          Уже учитесь у нас? <Link to="/login">Войдите</Link>
        </>
      }
    />
  )
}

/** What somebody sees who has registered while the school decides; `byProvider`: without a password. */
export const WaitingForSchool = ({ byProvider = false }: { byProvider?: boolean }) => {
  const message = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    message.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <AuthCard title="Ждём ответа школы" footer={<Link to="/">На главную</Link>}>
      <Stack ref={message} tabIndex={-1} role="status" gap={3} mt={4} tone="soft" anywhere>
        <p>Регистрация отправлена. Школа посмотрит её, и на вашу почту придёт письмо.</p>
        <p>
          {byProvider
            ? `После этого снова нажмите «Войти через ${config.provider}».`
            : 'После этого входите со своей почтой и паролем.'}
        </p>
      </Stack>
    </AuthCard>
  )
}
