import { authApi } from '#contract/auth/auth.api.ts'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { documentsApi } from '#contract/documents/documents.api.ts'
import { familyApi } from '#contract/family/family.api.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { on, put } from '#web/data/change.ts'
import { keyOf } from '#web/data/endpoint-query.ts'

/** What shows which projects there are. */
export const projectLists = [projectsApi.list, projectsApi.filters, projectsApi.tag, projectsApi.reports]

/** The consequences of what is agreed to, and of who a child's parents are. */
export const consentChanges = [
  // a child who waits for a parent is asked about at a new address at once
  ...on([familyApi.setParents], { stale: [familyApi.parents, consentsApi.waiting] }),
  ...on([consentsApi.remind], { stale: [consentsApi.waiting], awaited: true }),
  ...on([consentsApi.recordOnPaper], {
    puts: (response, { params }) => [put(consentsApi.ofUser, params, response)],
    stale: [consentsApi.waiting, consentsApi.list, usersApi.get, usersApi.list, familyApi.parents],
    awaited: true,
  }),
  ...on([consentsApi.withdrawOnPaper], {
    puts: (response, { params: { id } }) => [put(consentsApi.ofUser, { id }, response)],
    stale: [consentsApi.list, usersApi.get, usersApi.list, privacyApi.erasures, ...projectLists, projectsApi.get],
    staleAfterFailure: [consentsApi.ofUser],
  }),
  ...on([familyApi.setWeekly], { puts: (family, { params }) => [put(familyApi.get, params, family)] }),
  ...on([consentsApi.give], {
    puts: (response, { params }) => [put(consentsApi.ofUser, params, response)],
    // another version is in force by now
    staleAfterConflict: [consentsApi.ofUser],
    awaited: true,
  }),
  ...on([consentsApi.withdraw], {
    puts: (response, { params: { id } }) => [put(consentsApi.ofUser, { id }, response)],
    stale: [
      ...projectLists,
      projectsApi.get,
      projectsApi.comments,
      usersApi.get,
      usersApi.list,
      usersApi.students,
      privacyApi.erasures,
    ],
  }),
  // one of the texts was replaced in the meantime: it has to be read before it is agreed to
  ...on([authApi.register, identitiesApi.register, authApi.giveParentConsent], {
    staleAfterConflict: [documentsApi.get],
  }),
  ...on([consentsApi.giveAsParent], {
    puts: (data, { body: { token } }) => [{ queryKey: keyOf(consentsApi.ofParent, { query: { token } }), data }],
    staleAfterFailure: [consentsApi.ofParent],
  }),
  ...on([consentsApi.withdrawAsParent], {
    puts: (data, { query: { token } }) => [{ queryKey: keyOf(consentsApi.ofParent, { query: { token } }), data }],
    staleAfterFailure: [consentsApi.ofParent],
  }),
]
