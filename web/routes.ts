import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import type { PageName } from '#contract/pages.ts'
import { recordOf } from '#contract/records.ts'
import type { PageModule } from '#web/page-module.ts'

const organisationText = () => import('#web/organisation/organisation-text.page.tsx')

/** The bundle of each page of `contract/pages.ts`; a page without one, or with that of another, does not compile. */
export const pageModules: { [Name in PageName]: () => Promise<PageModule<Name>> } = {
  main: () => import('#web/home/home.page.tsx'),
  registration: () => import('#web/auth/registration.page.tsx'),
  login: () => import('#web/auth/login.page.tsx'),
  'forgot-password': () => import('#web/auth/forgot-password.page.tsx'),
  'reset-password': () => import('#web/auth/reset-password.page.tsx'),
  'confirm-email': () => import('#web/auth/confirm-email.page.tsx'),
  family: () => import('#web/family/family.page.tsx'),
  unsubscribe: () => import('#web/notifications/unsubscribe.page.tsx'),
  'parent-consent': () => import('#web/consents/parent-consent.page.tsx'),
  organisation: () => import('#web/organisation/organisation.page.tsx'),
  sveden: () => import('#web/organisation/organisation.page.tsx'),
  ...recordOf(
    organisationPages,
    ({ number }) => `organisation.page${number}` as const,
    () => organisationText,
  ),
  ...recordOf(
    organisationPages,
    ({ slug }) => `sveden.${slug}` as const,
    () => organisationText,
  ),
  profile: () => import('#web/users/profile.page.tsx'),
  offline: () => import('#web/offline/offline.page.tsx'),
  'users.show': () => import('#web/users/user.page.tsx'),
  'users.index': () => import('#web/users/users.page.tsx'),
  'projects.index': () => import('#web/projects/projects.page.tsx'),
  'projects.create': () => import('#web/projects/project-create.page.tsx'),
  'projects.show': () => import('#web/projects/project.page.tsx'),
  'projects.edit': () => import('#web/projects/project-edit.page.tsx'),
  'tags.show': () => import('#web/projects/tag.page.tsx'),
  'programs.show': () => import('#web/programs/program.page.tsx'),
  'courses.index': () => import('#web/courses/courses.page.tsx'),
  'cohorts.show': () => import('#web/cohorts/cohort.page.tsx'),
  'courses.create': () => import('#web/courses/course-create.page.tsx'),
  'courses.show': () => import('#web/courses/course.page.tsx'),
  'courses.edit': () => import('#web/courses/course-edit.page.tsx'),
  'lessons.create': () => import('#web/lessons/lesson-create.page.tsx'),
  'lessons.show': () => import('#web/lessons/lesson.page.tsx'),
  'lessons.edit': () => import('#web/lessons/lesson-edit.page.tsx'),
  'tasks.index': () => import('#web/tasks/tasks.page.tsx'),
  calendar: () => import('#web/calendar/calendar.page.tsx'),
  'announcements.show': () => import('#web/announcements/announcement.page.tsx'),
  'applications.index': () => import('#web/applications/applications.page.tsx'),
  settings: () => import('#web/settings/settings.page.tsx'),
  'certificates.show': () => import('#web/certificates/certificate.page.tsx'),
  'documents.show': () => import('#web/documents/document.page.tsx'),
}
