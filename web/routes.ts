import type { QueryKey, UseInfiniteQueryOptions, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { organisationPages } from '#contract/organisation/organisation.schema.ts'
import type { PageName } from '#contract/pages.ts'
import type { PageSearch } from '#web/app/page-params.ts'

/** What a page asks the server for; begun with the navigation, beside its bundle. */
export type PageQuery = PlainQuery | EndlessQuery
// biome-ignore lint/suspicious/noExplicitAny: the answers of different queries have nothing in common
type PlainQuery = UseQueryOptions<any, any, any, any> & { queryKey: QueryKey }
// biome-ignore lint/suspicious/noExplicitAny: the answers of different queries have nothing in common
type EndlessQuery = UseInfiniteQueryOptions<any, any, any, any, any> & { queryKey: QueryKey }

/** A page's bundle. */
export interface PageModule {
  default: ComponentType
  /** Queries to begin before the page is drawn; the page reads them with `useQuery`. */
  load?: (params: Record<string, string>, search: PageSearch) => PageQuery[]
}

type Import = () => Promise<PageModule>
type OrganisationPageName = Extract<PageName, `organisation.${string}` | `sveden.${string}`>

const organisationText: Import = () => import('#web/organisation/organisation-text.page.tsx')

/** The bundle of each page of `contract/pages.ts`; a page without one does not compile. */
export const pageModules: Record<PageName, Import> = {
  main: () => import('#web/home/home.page.tsx'),
  registration: () => import('#web/auth/registration.page.tsx'),
  login: () => import('#web/auth/login.page.tsx'),
  'forgot-password': () => import('#web/auth/forgot-password.page.tsx'),
  'reset-password': () => import('#web/auth/reset-password.page.tsx'),
  'confirm-email': () => import('#web/auth/confirm-email.page.tsx'),
  'parent-consent': () => import('#web/consents/parent-consent.page.tsx'),
  organisation: () => import('#web/organisation/organisation.page.tsx'),
  sveden: () => import('#web/organisation/organisation.page.tsx'),
  ...(Object.fromEntries(
    organisationPages.flatMap(({ number, slug }) => [
      [`organisation.page${number}`, organisationText],
      [`sveden.${slug}`, organisationText],
    ]),
  ) as Record<OrganisationPageName, Import>),
  profile: () => import('#web/users/profile.page.tsx'),
  'users.show': () => import('#web/users/user.page.tsx'),
  'users.index': () => import('#web/users/users.page.tsx'),
  'projects.index': () => import('#web/projects/projects.page.tsx'),
  'projects.create': () => import('#web/projects/project-create.page.tsx'),
  'projects.show': () => import('#web/projects/project.page.tsx'),
  'projects.edit': () => import('#web/projects/project-edit.page.tsx'),
  'tags.show': () => import('#web/projects/tag.page.tsx'),
  'programs.show': () => import('#web/programs/program.page.tsx'),
  'courses.index': () => import('#web/courses/courses.page.tsx'),
  'courses.create': () => import('#web/courses/course-create.page.tsx'),
  'courses.show': () => import('#web/courses/course.page.tsx'),
  'courses.edit': () => import('#web/courses/course-edit.page.tsx'),
  'lessons.create': () => import('#web/lessons/lesson-create.page.tsx'),
  'lessons.show': () => import('#web/lessons/lesson.page.tsx'),
  'lessons.edit': () => import('#web/lessons/lesson-edit.page.tsx'),
  'tasks.index': () => import('#web/tasks/tasks.page.tsx'),
  'applications.index': () => import('#web/applications/applications.page.tsx'),
  settings: () => import('#web/settings/settings.page.tsx'),
  'documents.show': () => import('#web/documents/document.page.tsx'),
}
