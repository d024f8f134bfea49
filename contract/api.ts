import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import { auditApi } from '#contract/audit/audit.api.ts'
import { accountApi } from '#contract/auth/account.api.ts'
import { authApi } from '#contract/auth/auth.api.ts'
import { passkeysApi } from '#contract/auth/passkeys.api.ts'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { outlineApi } from '#contract/courses/outline.api.ts'
import { documentsApi } from '#contract/documents/documents.api.ts'
import { draftsApi } from '#contract/drafts/drafts.api.ts'
import { eventsApi } from '#contract/events/events.api.ts'
import { familyApi } from '#contract/family/family.api.ts'
import { filesApi } from '#contract/files/files.api.ts'
import { handoversApi } from '#contract/handovers/handovers.api.ts'
import { homeApi } from '#contract/home/home.api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { importsApi } from '#contract/imports/imports.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { keysApi } from '#contract/keys/keys.api.ts'
import { lessonVersionsApi } from '#contract/lessons/lesson-versions.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { ltiApi } from '#contract/lti/lti.api.ts'
import { ltiServicesApi } from '#contract/lti/lti-services.api.ts'
import { newYearsApi } from '#contract/new-years/new-years.api.ts'
import { notesApi } from '#contract/notes/notes.api.ts'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import { notificationsApi } from '#contract/notifications/notifications.api.ts'
import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { programsApi } from '#contract/programs/programs.api.ts'
import { progressApi } from '#contract/progress/progress.api.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { questionsApi } from '#contract/questions/questions.api.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { savedCommentsApi } from '#contract/saved-comments/saved-comments.api.ts'
import { scormApi } from '#contract/scorm/scorm.api.ts'
import { searchApi } from '#contract/search/search.api.ts'
import { securityApi } from '#contract/security/security.api.ts'
import { siteApi } from '#contract/site/site.api.ts'
import { stateApi } from '#contract/state/state.api.ts'
import { statementsApi } from '#contract/statements/statements.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.api.ts'

/** Every call of the API, domain by domain. */
export const api = {
  auth: authApi,
  registrations: registrationsApi,
  account: accountApi,
  passkeys: passkeysApi,
  identities: identitiesApi,
  users: usersApi,
  privacy: privacyApi,
  courses: coursesApi,
  outline: outlineApi,
  cohorts: cohortsApi,
  family: familyApi,
  peopleImports: peopleImportsApi,
  imports: importsApi,
  lessons: lessonsApi,
  quizzes: quizzesApi,
  lessonVersions: lessonVersionsApi,
  scorm: scormApi,
  newYears: newYearsApi,
  notes: notesApi,
  questions: questionsApi,
  tasks: tasksApi,
  reviews: reviewsApi,
  threads: threadsApi,
  teams: teamsApi,
  journal: journalApi,
  statements: statementsApi,
  progress: progressApi,
  calendar: calendarApi,
  certificates: certificatesApi,
  savedComments: savedCommentsApi,
  projects: projectsApi,
  search: searchApi,
  files: filesApi,
  drafts: draftsApi,
  notifications: notificationsApi,
  notificationSettings: notificationSettingsApi,
  events: eventsApi,
  organisation: organisationApi,
  madeDocuments: madeDocumentsApi,
  documents: documentsApi,
  consents: consentsApi,
  programs: programsApi,
  announcements: announcementsApi,
  applications: applicationsApi,
  handovers: handoversApi,
  home: homeApi,
  site: siteApi,
  state: stateApi,
  keys: keysApi,
  webhooks: webhooksApi,
  lti: ltiApi,
  ltiServices: ltiServicesApi,
  audit: auditApi,
  security: securityApi,
}

/** Every call in one list. */
export const endpoints: Endpoint[] = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
