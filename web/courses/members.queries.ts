import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { usersApi } from '#contract/users/users.api.ts'
import type { Person, UserRow } from '#contract/users/users.schema.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { act, rollBack } from '#web/data/act.ts'
import { call } from '#web/data/call.ts'
import { inTurn, q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { useAskToStay } from '#web/forms/use-ask-to-stay.ts'

/** Who is meant: those who take the course, or those who teach it. */
export type MemberKind = 'students' | 'teachers'

/** One person joins or leaves. */
export interface MemberChange {
  person: Person
  join: boolean
}

const byName = (a: Person, b: Person) => `${a.surname} ${a.name}`.localeCompare(`${b.surname} ${b.name}`, 'ru')

/** The course with one person more or less; a student enrolled here is enrolled by hand. */
const changed = (course: Course, kind: MemberKind, { person, join }: MemberChange): Course => {
  if (kind === 'teachers') {
    const others = course.teachers.filter(({ id }) => id !== person.id)
    return { ...course, teachers: join ? [...others, person].sort(byName) : others }
  }
  const before = course.students ?? []
  const own = before.find(({ id }) => id === person.id) ?? { ...person, cohorts: [] }
  const others = before.filter(({ id }) => id !== person.id)
  // who came with a class stays with it
  const stays = join || own.cohorts.length > 0
  const students = stays ? [...others, { ...own, by_hand: join }].sort(byName) : others
  return { ...course, students, student_count: course.student_count + students.length - before.length }
}

/** Ids of the whole set that the call replaces: of students, those who are enrolled by hand. */
const idsOf = (course: Course, kind: MemberKind) =>
  kind === 'teachers'
    ? course.teachers.map(({ id }) => id)
    : (course.students ?? []).flatMap(({ id, by_hand }) => (by_hand ? [id] : []))

/**
 * Adds one person to the course or takes one out; shown at once. The call carries the whole set, so it begins from what
 * the server has now: somebody else's change of the same minute is not undone.
 */
export const useChangeMember = (courseId: number, kind: MemberKind) => {
  const client = useQueryClient()
  const { queryKey } = courseQuery(courseId)
  const params = { id: courseId }
  const endpoint = kind === 'students' ? coursesApi.setStudents : coursesApi.setTeachers
  const mutation = useMutation({
    ...inTurn(endpoint, { params }),
    mutationFn: async (change: MemberChange) => {
      const { course } = await call(coursesApi.get, { params })
      return act(endpoint, { params, body: { user_ids: idsOf(changed(course, kind, change), kind) } })
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { course: changed(old.course, kind, change) })
    },
    onError: (error) => {
      // nothing may have been sent
      void rollBack(endpoint)
      reportError(error, 'Не удалось изменить список')
    },
  })
  // the list shows it already, and a closed page would take back a call that has not been made
  useAskToStay(mutation.isPending)
  return mutation
}

/** One student of the school by exact e-mail: how a teacher finds somebody new. */
export const findStudent = async (email: string): Promise<UserRow | null> => {
  const { users } = await call(usersApi.students, { query: { email } })
  return users[0] ?? null
}

/** People of the school by name or e-mail, for curators. */
export const peopleQuery = (role: 'student' | 'teacher', search: string) =>
  q(usersApi.list, { query: { role, search } }, { placeholderData: keepPreviousData })
