import { QueryObserver } from '@tanstack/react-query'
import { useEffect } from 'react'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { importsApi } from '#contract/imports/imports.api.ts'
import type { Import } from '#contract/imports/imports.schema.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { counted } from '#contract/plural.ts'
import { isOf } from '#web/app/endpoint-query.ts'
import { queryClient } from '#web/app/query-client.ts'
import { loadUser } from '#web/auth/session.ts'
import { importQuery } from '#web/imports/imports.queries.ts'
import { toast } from '#web/ui/toasts.ts'

/** Imports in an open dialog: it shows itself how they end. */
const shown = new Set<number>()
/** Imports that are watched. */
const watched = new Set<number>()

const changed = [importsApi.list, coursesApi.list, coursesApi.get, lessonsApi.get]

const takeEnd = ({ id, status, warnings, lesson_ids }: Import) => {
  void queryClient.invalidateQueries({ predicate: (other) => changed.some((endpoint) => isOf(other, endpoint)) })
  // the menu lists courses, too
  if (status === 'done') void loadUser()
  if (shown.has(id)) return
  const count = counted(lesson_ids.length, 'урок', 'урока', 'уроков')
  toast(
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
        },
  )
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

/** Marks an import as shown while its dialog is open. */
export const useShownImport = (id: number) =>
  useEffect(() => {
    shown.add(id)
    return () => {
      shown.delete(id)
    }
  }, [id])
