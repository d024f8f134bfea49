import { importsApi } from '#contract/imports/imports.api.ts'
import { type BodyOf, useAct } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'

/** How often a running import is asked about, in milliseconds. */
const pollMs = 1000

/** An import, until it has ended. */
export const importQuery = (id: number) => ({
  ...q(importsApi.get, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: { import: { status: string } } | undefined } }) =>
    state.data?.import.status === 'running' ? pollMs : false,
})

/** The last imports into a course; for its staff. */
export const courseImportsQuery = (courseId: number) => ({
  ...q(importsApi.list, { params: { id: courseId } }),
  refetchInterval: ({ state }: { state: { data?: { imports: { status: string }[] } | undefined } }) =>
    state.data?.imports.some(({ status }) => status === 'running') ? pollMs : false,
})

/** Imports an uploaded file. */
export const useStartImport = () => useAct(importsApi.create, (body: BodyOf<typeof importsApi.create>) => ({ body }))

/** Deletes everything an import made. */
export const useUndoImport = () => useAct(importsApi.undo, (id: number) => ({ params: { id } }))
