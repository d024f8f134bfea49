import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Absence, AccountState } from '#contract/users/people-filter.ts'
import { usersApi } from '#contract/users/users.api.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { act, type BodyOf, useAct } from '#web/data/act.ts'
import { q, qPages } from '#web/data/endpoint-query.ts'
import { useLastingMutation } from '#web/data/use-lasting-mutation.ts'

/** A profile. */
export const profileQuery = (id: number) => q(usersApi.get, { params: { id } })

/** What the list of people may be narrowed down to. */
export interface UsersFilter {
  search?: string | undefined
  role?: RoleSlug | undefined
  cohort_id?: number | undefined
  course_id?: number | undefined
  state?: AccountState | undefined
  visit?: Absence | undefined
  page?: number | undefined
}

/** Everybody, page by page: for curators. */
export const usersQuery = ({ page = 1, ...filter }: UsersFilter = {}) =>
  q(usersApi.list, { query: { ...filter, page } }, { placeholderData: keepPreviousData })

/** What the list of students may be narrowed down to. */
export interface StudentsFilter {
  search?: string | undefined
  course_id?: number | undefined
  /** Only those who take no course yet. */
  without_course?: boolean | undefined
}

/**
 * The students that the user may see: of their own courses, of all for a curator. Later pages are merged into the list.
 */
export const studentsQuery = ({ search, course_id, without_course }: StudentsFilter = {}) =>
  qPages(
    usersApi.students,
    'users',
    { query: { search, course_id, ...(without_course && { without_course: 'true' }) } },
    { placeholderData: keepPreviousData },
  )

/** The students one may see; `data` is the server's answer with the rows of all pages loaded so far. */
export const useStudents = (filter: StudentsFilter = {}) => useInfiniteQuery(studentsQuery(filter))

/** One act on many accounts, each done or refused on its own. */
export const useActOnPeople = () => useAct(usersApi.actOnMany, (body: BodyOf<typeof usersApi.actOnMany>) => ({ body }))

/** Gives new passwords to people without an address. */
export const useGivePasswords = () => useAct(usersApi.givePasswords, (user_ids: number[]) => ({ body: { user_ids } }))

/** Makes an account; somebody with an address gets a letter. */
export const useCreateUser = () => useAct(usersApi.create, (body: BodyOf<typeof usersApi.create>) => ({ body }))

/** Changes a profile. */
export const useUpdateUser = () =>
  useAct(usersApi.update, ({ id, ...body }: { id: number } & BodyOf<typeof usersApi.update>) => ({
    params: { id },
    body,
  }))

/** Turns an account off; the successor takes over courses that would have no teacher. */
export const useDeactivateUser = () =>
  useAct(usersApi.remove, ({ id, successor_id }: { id: number; successor_id?: number | undefined }) => ({
    params: { id },
    query: { successor_id },
  }))

/** Sets the avatar, or takes it away when there is no file. */
export const useAvatar = (id: number) =>
  useLastingMutation({
    mutationFn: (file: File | null) =>
      file ? act(usersApi.setAvatar, { params: { id }, file }) : act(usersApi.removeAvatar, { params: { id } }),
  })

/** Changes the user's password; all other sessions end. */
export const useChangePassword = (id: number) =>
  useAct(usersApi.changePassword, (body: BodyOf<typeof usersApi.changePassword>) => ({ params: { id }, body }))
