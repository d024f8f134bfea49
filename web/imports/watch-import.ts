import { QueryObserver } from '@tanstack/react-query'
import { useEffect } from 'react'
import { importsApi } from '#contract/imports/imports.api.ts'
import type { Import } from '#contract/imports/imports.schema.ts'
import { counted } from '#contract/plural.ts'
import { act, takeResponse } from '#web/data/act.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportError } from '#web/data/report-error.ts'
import { importQuery } from '#web/imports/imports.queries.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** Imports in an open dialog: it shows itself how they end. */
const shown = new Set<number>()
/** Imports that are watched. */
const watched = new Set<number>()
/** The messages about imports that have ended, which wait for their reader. */
const messages = new Map<number, number>()

/** Imports the same file again, where that may help. */
const repeatOf = ({ repeatable, file, kind, makes_course, course_id }: Import) => {
  if (!repeatable || !file) return undefined
  const body = { kind, file_id: file.id, ...(!makes_course && { course_id }) }
  const repeat = () =>
    act(importsApi.create, { body }).then(
      (response) => watchImport(response.import.id),
      (error) => reportError(error, 'Не удалось начать импорт', () => void repeat()),
    )
  return { label: 'Повторить', onClick: () => void repeat() }
}

const takeEnd = (made: Import) => {
  const { id, status, warnings, lesson_ids } = made
  // an import ends in the background, and makes the same stale as its undo
  void takeResponse(importsApi.undo, undefined, { params: { id } })
  if (shown.has(id)) return
  const action = repeatOf(made)
  const count = counted(lesson_ids.length, 'урок', 'урока', 'уроков')
  const message = toast(
    status === 'done'
      ? {
          severity: warnings.length > 0 ? 'warn' : 'success',
          summary: `Импорт закончен: ${count}`,
          ...(warnings.length > 0 && { detail: 'Есть замечания: отчёт на странице курса, под уроками.', life: 8000 }),
        }
      : {
          severity: 'error',
          summary: 'Импорт не получился',
          detail: warnings[0] ?? '',
          life: Number.POSITIVE_INFINITY,
          key: `import-${id}`,
          ...(action && { action }),
        },
  )
  messages.set(id, message)
}

/** Asks about an import until it ends, also after its dialog was closed, and then loads again what it has changed. */
export const watchImport = (id: number) => {
  if (watched.has(id)) return
  watched.add(id)
  const stop = new QueryObserver(queryClient, importQuery(id)).subscribe(({ data, error }) => {
    if (data?.import.status === 'running' || (!data && !error)) return
    // undone meanwhile, when there is none
    stop()
    watched.delete(id)
    if (data) takeEnd(data.import)
  })
}

/** Marks an import as shown while its dialog is open, which says how it ended in the place of the message. */
export const useShownImport = (id: number) =>
  useEffect(() => {
    shown.add(id)
    const message = messages.get(id)
    if (message !== undefined) dismissToast(message)
    messages.delete(id)
    return () => {
      shown.delete(id)
    }
  }, [id])
