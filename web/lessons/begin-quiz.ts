import { called } from '#contract/users/student-word.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { showFormError } from '#web/forms/form-errors.ts'
import type { LessonFormState, LessonValues } from '#web/lessons/lesson-form.ts'
import { confirm } from '#web/ui/confirm.ts'

/** Saves a lesson that is not there yet, for a quiz at this place of its text; returns what to do then. */
export type SaveForQuiz = (values: LessonValues, caret: number) => Promise<() => void>

/** A quiz needs a lesson to belong to: with the writer's consent, a new lesson is saved as a draft first. */
export const beginQuiz = async (
  form: LessonFormState,
  draft: FormDraft<LessonValues>,
  save: SaveForQuiz,
  caret: number,
) => {
  const accepted = await confirm({
    title: 'Сначала сохранить урок?',
    text: `Тест можно добавить в урок, который уже сохранён. Урок сохранится черновиком: ${called('студенты')} его не увидят, а вы продолжите с того же места.`,
    accept: 'Сохранить и добавить тест',
    reject: 'Вернуться к уроку',
  })
  if (!accepted) return
  form.setFieldValue('visibility', 'draft')
  if (form.validate().hasErrors) return focusFirstError()
  const values: LessonValues = { ...form.getValues(), visibility: 'draft' }
  await draft.submit(
    () => save(values, caret),
    (error) => showFormError(form, error),
  )
}
