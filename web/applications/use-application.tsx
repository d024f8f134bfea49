import type { Program } from '#contract/programs/programs.schema.ts'
import { ApplicationField } from '#web/applications/ApplicationField.tsx'
import { useGuestApplicationText } from '#web/applications/application-text.ts'
import { sendApplication } from '#web/applications/applications.queries.ts'
import { reportError } from '#web/data/report-error.ts'

/**
 * The part of a registration that applies to a course: its field, and what sends it once there is an account. When the
 * sending fails the account is there all the same, and the page of the course has the form with the same text.
 */
export const useApplication = (program: Program | null) => {
  const [text, setText, clearText] = useGuestApplicationText(program?.id ?? 0)
  return {
    field: program && <ApplicationField text={text} onChange={setText} />,
    /** Ends what was typed here, once the school has it. */
    clear: clearText,
    /** What a registration carries: it is sent once the account may be used. */
    body: program ? { program_id: program.id, application: text } : {},
    send: async () => {
      if (!program) return
      try {
        await sendApplication(program.id, text)
        clearText()
      } catch (error) {
        reportError(error, 'Вы зарегистрированы, но заявка не отправлена')
      }
    },
  }
}
