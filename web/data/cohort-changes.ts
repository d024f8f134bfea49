import { applicationsApi } from '#contract/applications/applications.api.ts'
import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { on, put } from '#web/data/change.ts'
import { keyOf } from '#web/data/endpoint-query.ts'

/** What shows who takes a course; an enrolment accepts an application. */
export const members = [
  coursesApi.list,
  usersApi.students,
  cohortsApi.progress,
  journalApi.get,
  journalApi.cohorts,
  certificatesApi.missing,
  applicationsApi.list,
]

/** The consequences of who is in a class, and of people who come by registration or import. */
export const cohortChanges = [
  ...on([cohortsApi.create, cohortsApi.update], {
    puts: (response) => [put(cohortsApi.get, { id: response.cohort.id }, response)],
    stale: [...members, cohortsApi.list, coursesApi.get],
    staleAfterFailure: [cohortsApi.get],
  }),
  ...on([cohortsApi.createCode, cohortsApi.withdrawCode], {
    stale: [cohortsApi.codes],
    staleAfterFailure: [cohortsApi.codes],
  }),
  ...on([registrationsApi.accept, registrationsApi.decline], {
    // who is let in joins the class whose code they had, and applies to the course that they chose
    stale: [
      ...members,
      registrationsApi.list,
      usersApi.list,
      usersApi.get,
      cohortsApi.get,
      cohortsApi.list,
      coursesApi.get,
    ],
    staleAfterFailure: [registrationsApi.list],
  }),
  ...on([cohortsApi.remove], {
    stale: [...members, cohortsApi.list, coursesApi.get],
    gone: ({ params }) => keyOf(cohortsApi.get, { params }),
  }),
  ...on([peopleImportsApi.create], {
    puts: (response) => [put(peopleImportsApi.get, { id: response.import.id }, response)],
  }),
  ...on([peopleImportsApi.apply, peopleImportsApi.undo], {
    puts: (response) => [put(peopleImportsApi.get, { id: response.import.id }, response)],
    stale: [
      ...members,
      peopleImportsApi.list,
      usersApi.list,
      usersApi.get,
      cohortsApi.list,
      cohortsApi.get,
      coursesApi.get,
    ],
    // another tab may have done it
    staleAfterFailure: [peopleImportsApi.get],
  }),
]
