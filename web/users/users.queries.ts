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
  /** Only those who take no course yet. */
  without_course?: boolean | undefined
}

/** The students one may see: of one's own courses, of all for a curator. Later pages are merged into the list. */
export const studentsQuery = ({ search, course_id, without_course }: StudentsFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['users', 'students', { search, course_id, without_course }],
    queryFn: ({ pageParam, signal }) => {
      const none = without_course ? { without_course: 'true' as const } : {}
      return call(usersApi.students, { query: { search, course_id, ...none, page: pageParam } }, signal)
    },
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

/** Turns an account off; the successor takes over courses that would have no teacher. */
export const useDeactivateUser = () => {
  const client = useQueryClient()
  return useUserMutation(async ({ id, successor_id }: { id: number; successor_id?: number | undefined }) => {
    await call(usersApi.remove, { params: { id }, query: { successor_id } })
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
