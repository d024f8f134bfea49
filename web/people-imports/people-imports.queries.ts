import { useMutation } from '@tanstack/react-query'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import type { PeopleColumns } from '#contract/people-imports/people-imports.schema.ts'
import { act, useAct } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'

/** The last imports of people that were applied. */
export const peopleImportsQuery = q(peopleImportsApi.list)

/** An import of people with its rows. */
export const peopleImportQuery = (id: number) => q(peopleImportsApi.get, { params: { id } })

/** Has a file checked; `columns` corrects what was found by name. */
export const useCheckPeople = () =>
  useMutation({
    mutationFn: ({ file, columns }: { file: File; columns?: PeopleColumns }) =>
      act(peopleImportsApi.create, { file, ...(columns && { parts: { columns: JSON.stringify(columns) } }) }),
  })

export const useApplyPeople = (id: number) =>
  useAct(peopleImportsApi.apply, (skip_wrong: boolean) => ({ params: { id }, body: { skip_wrong } }))

export const useUndoPeople = (id: number) => useAct(peopleImportsApi.undo, () => ({ params: { id } }))
