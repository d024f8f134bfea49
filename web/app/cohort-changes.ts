import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { on, put } from '#web/app/change.ts'
import { keyOf } from '#web/app/endpoint-query.ts'

/** The consequences of who is in a class, and of people who come by registration or import. */
export const cohortChanges = [
  ...on([cohortsApi.create, cohortsApi.update], {
    puts: (response) => [put(cohortsApi.get, { id: response.cohort.id }, response)],
    stale: [
      ...[cohortsApi.list, cohortsApi.progress, coursesApi.list, coursesApi.get, usersApi.students],
      journalApi.cohorts,
    ],
    staleAfterFailure: [cohortsApi.get],
  }),
  ...on([cohortsApi.createCode, cohortsApi.withdrawCode], {
    stale: [cohortsApi.codes],
    staleAfterFailure: [cohortsApi.codes],
  }),
  ...on([registrationsApi.accept, registrationsApi.decline], {
    stale: [
      ...[registrationsApi.list, usersApi.list, usersApi.students, usersApi.get, cohortsApi.get, cohortsApi.list],
      journalApi.cohorts,
    ],
    staleAfterFailure: [registrationsApi.list],
  }),
  ...on([cohortsApi.remove], {
    stale: [cohortsApi.list, coursesApi.list, coursesApi.get, usersApi.students, journalApi.cohorts],
    gone: ({ params }) => keyOf(cohortsApi.get, { params }),
  }),
  ...on([peopleImportsApi.create], {
    puts: (response) => [put(peopleImportsApi.get, { id: response.import.id }, response)],
  }),
  ...on([peopleImportsApi.apply, peopleImportsApi.undo], {
    puts: (response) => [put(peopleImportsApi.get, { id: response.import.id }, response)],
    stale: [
      ...[peopleImportsApi.list, usersApi.list, usersApi.students, usersApi.get],
      ...[cohortsApi.list, cohortsApi.get, cohortsApi.progress, coursesApi.list, coursesApi.get],
      journalApi.cohorts,
    ],
  }),
]
