import { lessonVersionsApi } from '#contract/lessons/lesson-versions.api.ts'
import { act } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** The versions of a lesson, newest first. */
export const versionsQuery = (lessonId: number) => q(lessonVersionsApi.list, { params: { id: lessonId } })

/** The texts of a version; they never change. */
export const versionQuery = (lessonId: number, version: number) =>
  q(lessonVersionsApi.get, { params: { id: lessonId, version } })

const restore = (lessonId: number, version: number) =>
  act(lessonVersionsApi.restore, { params: { id: lessonId, version } })

/** Restores a version; the one from before, `newest`, is restored by «Отменить». Returns whether it succeeded. */
export const restoreVersion = async (lessonId: number, version: number, newest: number) => {
  const undo = () =>
    restore(lessonId, newest).then(
      () => toast({ severity: 'success', summary: 'Урок снова такой, каким был', key: 'lesson-version' }),
      (error) => reportError(error, 'Не удалось отменить'),
    )
  try {
    await restore(lessonId, version)
  } catch (error) {
    reportError(error, 'Не удалось вернуть версию')
    return false
  }
  toast({
    severity: 'success',
    summary: 'Версия возвращена',
    key: 'lesson-version',
    action: { label: 'Отменить', onClick: () => void undo() },
  })
  return true
}
