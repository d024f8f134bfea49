import type { PageSearch } from '#contract/pages.ts'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import type { PeopleColumns } from '#contract/people-imports/people-imports.schema.ts'
import { act, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { useLastingMutation } from '#web/data/use-lasting-mutation.ts'

/** The last imports of people that were applied. */
export const peopleImportsQuery = q(peopleImportsApi.list)

/** An import of people with its rows. */
export const peopleImportQuery = (id: number) => q(peopleImportsApi.get, { params: { id } })

/** The import that the address asks for; null where a file is chosen. */
export const shownImportId = ({ show }: PageSearch<'users.index'>) =>
  /^\d{1,9}$/.test(String(show ?? '')) ? Number(show) : null

/** What the import of people shows at an address. */
export const importsQueries = (search: PageSearch<'users.index'>) => {
  const id = shownImportId(search)
  return [id === null ? peopleImportsQuery : peopleImportQuery(id)]
}

/** Has a file checked; `columns` corrects what was found by name. */
export const useCheckPeople = () =>
  useLastingMutation({
    mutationFn: ({ file, columns }: { file: File; columns?: PeopleColumns }) =>
      act(peopleImportsApi.create, { file, ...(columns && { parts: { columns: JSON.stringify(columns) } }) }),
  })

export const useApplyPeople = (id: number) =>
  useAct(peopleImportsApi.apply, (skip_wrong: boolean) => ({ params: { id }, body: { skip_wrong } }))

export const useUndoPeople = (id: number) => useAct(peopleImportsApi.undo, () => ({ params: { id } }))
