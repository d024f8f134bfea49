import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallAnswer, CallInput } from '#contract/http/endpoint.ts'
import { usersApi } from '#contract/users/users.api.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { call } from '#web/app/call.ts'
import { mergePages, nextPage } from '#web/app/paged-list.ts'
import { currentUser, loadUser } from '#web/auth/session.ts'

type Profile = CallAnswer<typeof usersApi.get>

/** A profile. */
export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call(usersApi.get, { params: { id } }, signal),
  })

/** What the list of people may be narrowed down to. */
export interface UsersFilter {
  search?: string | undefined
  role?: RoleSlug | undefined
  page?: number | undefined
}

/** Everybody, page by page: for curators. */
export const usersQuery = ({ search, role, page = 1 }: UsersFilter = {}) =>
  queryOptions({
    queryKey: ['users', 'list', { search, role, page }],
    queryFn: ({ signal }) => call(usersApi.list, { query: { search, role, page } }, signal),
    placeholderData: keepPreviousData,
  })

/** What the list of students may be narrowed down to. */
export interface StudentsFilter {
  search?: string | undefined
  course_id?: number | undefined
}

/** The students one may see: of one's own courses, of all for a curator. Later pages are merged into the list. */
export const studentsQuery = ({ search, course_id }: StudentsFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['users', 'students', { search, course_id }],
    queryFn: ({ pageParam, signal }) =>
      call(usersApi.students, { query: { search, course_id, page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: ({ pages }) => mergePages('users', pages),
    placeholderData: keepPreviousData,
  })

/** The students one may see; `data` is the server's answer with the rows of all pages loaded so far. */
export const useStudents = (filter: StudentsFilter = {}) => useInfiniteQuery(studentsQuery(filter))

const useUserMutation = <Input>(send: (input: Input) => Promise<Profile | undefined>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      if (answer) client.setQueryData(profileQuery(answer.user.id).queryKey, answer)
      void client.invalidateQueries({ queryKey: ['users', 'list'] })
      void client.invalidateQueries({ queryKey: ['users', 'students'] })
      // the header shows the name and the picture of the one who is signed in
      if (answer?.user.id === currentUser()?.id) void loadUser()
    },
  })
}

/** Makes an account; the person gets a letter. */
export const useCreateUser = () =>
  useUserMutation((body: CallInput<typeof usersApi.create>['body']) => call(usersApi.create, { body }))

/** Changes a profile. */
export const useUpdateUser = () =>
  useUserMutation(({ id, ...body }: { id: number } & CallInput<typeof usersApi.update>['body']) =>
    call(usersApi.update, { params: { id }, body }),
  )

/** Turns an account off. */
export const useDeactivateUser = () => {
  const client = useQueryClient()
  return useUserMutation(async ({ id }: { id: number }) => {
    await call(usersApi.remove, { params: { id } })
    await client.invalidateQueries({ queryKey: profileQuery(id).queryKey })
    return undefined
  })
}

/** Sets the avatar, or takes it away when there is no file. */
export const useAvatar = (id: number) =>
  useUserMutation((file: File | null) =>
    file ? call(usersApi.setAvatar, { params: { id }, file }) : call(usersApi.removeAvatar, { params: { id } }),
  )

/** Changes one's own password; all other sessions end. */
export const useChangePassword = (id: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof usersApi.changePassword>['body']) =>
      call(usersApi.changePassword, { params: { id }, body }),
  })
