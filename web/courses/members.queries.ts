import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { usersApi } from '#contract/users/users.api.ts'
import type { Person, UserRow } from '#contract/users/users.schema.ts'
import { act } from '#web/app/act.ts'
import { call } from '#web/app/call.ts'
import { inTurn, q } from '#web/app/endpoint-query.ts'
import { reportError } from '#web/app/report-error.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'

/** Who is meant: those who take the course, or those who teach it. */
export type MemberKind = 'students' | 'teachers'

/** One person joins or leaves. */
export interface MemberChange {
  person: Person
  join: boolean
}

const byName = (a: Person, b: Person) => `${a.surname} ${a.name}`.localeCompare(`${b.surname} ${b.name}`, 'ru')

const changed = (course: Course, kind: MemberKind, { person, join }: MemberChange): Course => {
  const others = (course[kind] ?? []).filter(({ id }) => id !== person.id)
  const members = join ? [...others, person].sort(byName) : others
  const moved = members.length - (course[kind] ?? []).length
  return { ...course, [kind]: members, student_count: course.student_count + (kind === 'students' ? moved : 0) }
}

/**
 * Adds one person to the course or takes one out; shown at once. The call carries the whole set, so it begins from what
 * the server has now: somebody else's change of the same minute is not undone.
 */
export const useChangeMember = (courseId: number, kind: MemberKind) => {
  const client = useQueryClient()
  const { queryKey } = courseQuery(courseId)
  const params = { id: courseId }
  const endpoint = kind === 'students' ? coursesApi.setStudents : coursesApi.setTeachers
  return useMutation({
    ...inTurn(endpoint, { params }),
    mutationFn: async (change: MemberChange) => {
      const { course } = await call(coursesApi.get, { params })
      const user_ids = (changed(course, kind, change)[kind] ?? []).map(({ id }) => id)
      return act(endpoint, { params, body: { user_ids } })
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { course: changed(old.course, kind, change) })
    },
    onError: (error) => reportError(error, 'Не удалось изменить список'),
  })
}

/** One student of the school by exact e-mail: how a teacher finds somebody new. */
export const findStudent = async (email: string): Promise<UserRow | null> => {
  const { users } = await call(usersApi.students, { query: { email } })
  return users[0] ?? null
}

/** People of the school by name or e-mail, for curators. */
export const peopleQuery = (role: 'student' | 'teacher', search: string) =>
  q(usersApi.list, { query: { role, search } }, { placeholderData: keepPreviousData })
