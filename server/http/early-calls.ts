import { authApi } from '#contract/auth/auth.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { callAddress } from '#contract/http/call-address.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import type { PageMatch, PageName } from '#contract/pages.ts'
import { programsApi } from '#contract/programs/programs.api.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { usersApi } from '#contract/users/users.api.ts'

interface EarlyCall {
  endpoint: Endpoint
  query?: Record<string, string>
  /** Only when the page's address has no query, on which the call's would depend. */
  bare?: boolean
  /** Only without this parameter in the page's address. */
  without?: string
}

/** What each page asks for, whoever is signed in; parameters have the values of the page's own. */
const pageCalls: { [Name in PageName]?: EarlyCall[] } = {
  main: [{ endpoint: coursesApi.list }, { endpoint: tasksApi.list, query: { status: 'submitted' } }],
  'users.show': [{ endpoint: usersApi.get }],
  'projects.show': [{ endpoint: projectsApi.get, bare: true }],
  'programs.show': [{ endpoint: programsApi.get }],
  'courses.index': [{ endpoint: coursesApi.list, bare: true }],
  'courses.show': [{ endpoint: coursesApi.get, without: 'as' }],
  'courses.edit': [{ endpoint: coursesApi.get }],
  'lessons.show': [{ endpoint: lessonsApi.get, without: 'as' }],
  'lessons.edit': [{ endpoint: lessonsApi.get }],
  'tasks.index': [{ endpoint: tasksApi.list, bare: true }],
}

/**
 * The addresses that the document of a page makes the browser call at once when somebody is signed in, before the app
 * has loaded (`web/public/before-paint.js`); the app takes the responses over (`web/data/early-calls.ts`).
 */
export const earlyCalls = ({ name, params }: PageMatch, search: string) => [
  authApi.user.path,
  ...(pageCalls[name] ?? [])
    .filter(({ bare, without }) => !(bare && search) && !(without && new URLSearchParams(search).has(without)))
    .map(({ endpoint, query }) => callAddress(endpoint.path, { params, query })),
]
