import { importsApi } from '#contract/imports/imports.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** How often a running import is asked about, in milliseconds. */
const pollMs = 1000

/** An import, until it has ended. */
export const importQuery = (id: number) => ({
  // almost any change of its course ends its undo
  ...q(importsApi.get, { params: { id } }, { staleTime: 0 }),
  refetchInterval: ({ state }: { state: { data?: { import: { status: string } } | undefined } }) =>
    state.data?.import.status === 'running' ? pollMs : false,
})

/** The last imports into a course; for its staff. */
export const courseImportsQuery = (courseId: number) => ({
  ...q(importsApi.list, { params: { id: courseId } }),
  refetchInterval: ({ state }: { state: { data?: { imports: { status: string }[] } | undefined } }) =>
    state.data?.imports.some(({ status }) => status === 'running') ? pollMs : false,
})

/** Imports an uploaded file, which `onStart` gets to know of, also once the dialog is closed. */
export const useStartImport = (onStart: (id: number) => void) =>
  useAct(importsApi.create, (body: BodyOf<typeof importsApi.create>) => ({ body }), {
    onSuccess: (response) => onStart(response.import.id),
    onError: (error) => reportError(error, 'Не удалось начать импорт'),
  })

/** Deletes everything an import made; says how that ended, also once its dialog is closed. */
export const useUndoImport = () =>
  useAct(importsApi.undo, (id: number) => ({ params: { id } }), {
    onSuccess: () => toast({ severity: 'success', summary: 'Импорт отменён' }),
    onError: (error) => reportError(error, 'Не удалось отменить импорт'),
  })
