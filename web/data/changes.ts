import type { InfiniteData } from '@tanstack/react-query'
import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import { accountApi } from '#contract/auth/account.api.ts'
import { passkeysApi } from '#contract/auth/passkeys.api.ts'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { outlineApi } from '#contract/courses/outline.api.ts'
import { documentsApi } from '#contract/documents/documents.api.ts'
import { handoversApi } from '#contract/handovers/handovers.api.ts'
import type { CallResponse, Endpoint } from '#contract/http/endpoint.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { importsApi } from '#contract/imports/imports.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { keysApi } from '#contract/keys/keys.api.ts'
import { lessonVersionsApi } from '#contract/lessons/lesson-versions.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { ltiApi } from '#contract/lti/lti.api.ts'
import { newYearsApi } from '#contract/new-years/new-years.api.ts'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import { notificationsApi } from '#contract/notifications/notifications.api.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { ProjectComment } from '#contract/projects/projects.schema.ts'
import { questionsApi } from '#contract/questions/questions.api.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { savedCommentsApi } from '#contract/saved-comments/saved-comments.api.ts'
import { scormApi } from '#contract/scorm/scorm.api.ts'
import { stateApi } from '#contract/state/state.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.api.ts'
import { always, type Change, isSelf, on, type Put, put, staleEitherWay } from '#web/data/change.ts'
import { cohortChanges, members } from '#web/data/cohort-changes.ts'
import { consentChanges, projectLists } from '#web/data/consent-changes.ts'
import { keyOf, qPages } from '#web/data/endpoint-query.ts'
import { lessonKept, putRead, readShown } from '#web/data/lesson-changes.ts'
import { schoolChanges } from '#web/data/school-changes.ts'
import { taskChanges } from '#web/data/task-changes.ts'

const putCourse = (response: CallResponse<typeof coursesApi.get>) => [
  put(coursesApi.get, { id: response.course.id }, response),
]
const putProject = (response: CallResponse<typeof projectsApi.get>) => [
  put(projectsApi.get, { id: response.project.id }, response),
]
/** The task that a project was made of refers to it. */
const putIntoTask = ({ project }: CallResponse<typeof projectsApi.get>, taskId: number | null | undefined): Put[] => {
  const { id, name, status } = project
  const refer = ({ task }: CallResponse<typeof tasksApi.get>) => ({ task: { ...task, project: { id, name, status } } })
  return taskId ? [{ queryKey: keyOf(tasksApi.get, { params: { id: taskId } }), data: refer }] : []
}
/** A comment goes below those that are loaded. */
const putComment = (id: unknown, comment: ProjectComment): Put => ({
  queryKey: qPages(projectsApi.comments, 'comments', { params: { id: Number(id) } }).queryKey,
  data: (loaded: InfiniteData<CallResponse<typeof projectsApi.comments>>) => {
    // a repeated request may return one that was loaded since
    if (loaded.pages.some(({ comments }) => comments.some(({ id }) => id === comment.id))) return loaded
    const last = loaded.pages.length - 1
    const pages = loaded.pages.map((page, index) => ({
      ...page,
      total: page.total + 1,
      comments: index === last ? [...page.comments, comment] : page.comments,
    }))
    return { ...loaded, pages }
  },
  counts: true,
})

/** What else shows a project: lists, its authors' profiles, and the task that it was made of. */
const aroundProject = [...projectLists, tasksApi.get, tasksApi.list, tasksApi.ahead, usersApi.get]

/** The consequences of each mutation. One that is not listed has none. */
const changes = new Map<Endpoint, Change<never>>([
  ...consentChanges,
  ...on([coursesApi.create, coursesApi.copy, coursesApi.restore], {
    puts: putCourse,
    stale: [coursesApi.list, lessonsApi.get],
    loadsUser: always,
  }),
  ...on([coursesApi.update], {
    puts: putCourse,
    stale: [coursesApi.list, lessonsApi.get, journalApi.get],
    staleAfterFailure: [coursesApi.get],
    // the menu, which is loaded with the user, shows nothing of the programme
    loadsUser: (_, { body = {} }) => body.sections === undefined && body.lessons === undefined,
  }),
  ...on([coursesApi.setStudents, coursesApi.setTeachers], {
    puts: putCourse,
    stale: [...members, lessonsApi.get],
    staleAfterFailure: [coursesApi.get],
  }),
  ...cohortChanges,
  ...on([importsApi.create], { stale: [importsApi.list] }),
  ...on([importsApi.undo], {
    stale: [importsApi.list, coursesApi.list, coursesApi.get, lessonsApi.get],
    staleAfterFailure: [importsApi.list, importsApi.get],
    loadsUser: always,
  }),
  ...on([coursesApi.remove], { stale: [coursesApi.list], loadsUser: always }),
  ...on([outlineApi.move], {
    puts: putCourse,
    stale: [lessonsApi.get],
    staleAfterFailure: [coursesApi.get],
  }),
  ...on([outlineApi.createSection, outlineApi.updateSection, outlineApi.removeSection], {
    stale: [coursesApi.get, lessonsApi.get],
    awaited: true,
  }),

  ...on([lessonsApi.create, lessonVersionsApi.restore], lessonKept),
  // both versions are shown
  ...on([lessonsApi.update], { ...lessonKept, staleAfterConflict: [lessonsApi.get] }),
  ...on([lessonsApi.markRead], { puts: (_, { params }) => [putRead(params.id, true)], stale: readShown }),
  ...on([lessonsApi.markUnread], { puts: (_, { params }) => [putRead(params.id, false)], stale: readShown }),
  ...on([quizzesApi.save], {
    puts: (response, { params }) => [put(quizzesApi.list, params, response)],
    stale: [quizzesApi.results, coursesApi.get, lessonsApi.get, journalApi.get],
  }),
  ...on([quizzesApi.create, quizzesApi.update], {
    stale: [quizzesApi.list, quizzesApi.results, coursesApi.get, lessonsApi.get, journalApi.get],
    // both versions are shown
    staleAfterConflict: [quizzesApi.list],
    awaited: true,
  }),
  // a quiz that is passed may mark its lesson as read
  ...on([quizzesApi.answer], {
    stale: [quizzesApi.list, journalApi.get, ...readShown],
    staleAfterFailure: [quizzesApi.list],
    awaited: true,
  }),
  // a package that is finished marks its lesson as read
  ...on([scormApi.report], { stale: [scormApi.list, ...readShown] }),
  ...on([lessonsApi.bulk], {
    puts: putCourse,
    stale: [lessonsApi.get, lessonsApi.bin, coursesApi.list, journalApi.get],
  }),
  ...on([lessonsApi.restore], { ...lessonKept, staleAfterFailure: [lessonsApi.bin, coursesApi.get] }),
  ...on([lessonsApi.remove], {
    stale: lessonKept.stale,
    gone: ({ params }) => keyOf(lessonsApi.get, { params }),
  }),

  ...on([announcementsApi.create, announcementsApi.update, announcementsApi.remind], {
    stale: [announcementsApi.list, announcementsApi.get, announcementsApi.readers],
    awaited: true,
  }),
  ...on([announcementsApi.remove], {
    stale: [announcementsApi.list],
    gone: ({ params }) => keyOf(announcementsApi.get, { params }),
  }),
  ...on([announcementsApi.read], {
    stale: [announcementsApi.list, announcementsApi.get],
    // its notification is read with it
    loadsUser: always,
    awaited: true,
  }),

  ...on([questionsApi.ask, questionsApi.update, questionsApi.remove, questionsApi.answer], {
    stale: [questionsApi.list, questionsApi.waiting],
    staleAfterFailure: [questionsApi.list],
    awaited: true,
  }),

  ...taskChanges,
  // the journal itself shows the cell of the response
  ...on([journalApi.setScore], {
    stale: [tasksApi.get, tasksApi.list, journalApi.scores],
    staleForOthers: [journalApi.get, coursesApi.list, coursesApi.get, reviewsApi.reviewers, lessonsApi.get],
    staleAfterFailure: [journalApi.get],
  }),
  ...on([journalApi.setCells], {
    stale: [tasksApi.get, tasksApi.list, journalApi.scores, journalApi.get],
    staleForOthers: [coursesApi.list, coursesApi.get, reviewsApi.reviewers, lessonsApi.get],
    staleAfterFailure: [journalApi.get],
  }),
  ...on([journalApi.addColumn, journalApi.changeColumn, journalApi.removeColumn], { stale: [journalApi.get] }),
  ...on([journalApi.setTotals], { stale: [journalApi.get], staleAfterFailure: [journalApi.get] }),
  ...on([journalApi.lockPeriod], {
    puts: (response, { params: { id } }) => [put(journalApi.get, { id }, response)],
    staleAfterFailure: [journalApi.get],
  }),
  ...on([journalApi.setPeriods], {
    puts: (response) => [put(journalApi.periods, undefined, response)],
    stale: [journalApi.get],
    staleAfterFailure: [journalApi.periods],
  }),
  ...on([journalApi.setWeights], {
    puts: (response, { params }) => [put(journalApi.get, params, response)],
    stale: [lessonsApi.get],
    staleAfterFailure: [journalApi.get],
  }),

  ...on([certificatesApi.issue], { stale: [certificatesApi.missing, certificatesApi.ofUser], awaited: true }),
  ...on([certificatesApi.withdraw, certificatesApi.replace], {
    stale: [certificatesApi.ofUser, certificatesApi.get],
    staleAfterConflict: [certificatesApi.ofUser, certificatesApi.get],
    awaited: true,
  }),
  ...on([calendarApi.createEvent, calendarApi.updateEvent], { stale: [calendarApi.list], awaited: true }),
  ...on([calendarApi.removeEvent], staleEitherWay(calendarApi.list)),
  ...on([calendarApi.createLink, calendarApi.removeLink], { stale: [calendarApi.link], awaited: true }),

  ...on([accountApi.endSession, accountApi.endOtherSessions, usersApi.changePassword], {
    stale: [accountApi.sessions, identitiesApi.list],
    staleAfterFailure: [accountApi.sessions],
    awaited: true,
  }),
  ...on([identitiesApi.remove], {
    stale: [identitiesApi.list, accountApi.sessions],
    staleAfterFailure: [identitiesApi.list],
    awaited: true,
  }),
  ...on([passkeysApi.create, passkeysApi.remove], {
    stale: [passkeysApi.list, accountApi.secondFactor],
    staleAfterFailure: [passkeysApi.list],
    awaited: true,
  }),
  ...on([accountApi.renewRecoveryCodes], { stale: [accountApi.secondFactor], awaited: true }),
  ...on([accountApi.confirmSecondFactor, accountApi.removeSecondFactor], {
    stale: [accountApi.secondFactor, passkeysApi.list],
    staleAfterFailure: [accountApi.secondFactor],
    awaited: true,
  }),

  ...on([savedCommentsApi.create], { stale: [savedCommentsApi.list], awaited: true }),
  ...on([savedCommentsApi.update, savedCommentsApi.remove], staleEitherWay(savedCommentsApi.list)),
  // the order is of the next time
  ...on([savedCommentsApi.use], { staleLater: [savedCommentsApi.list] }),

  ...on([projectsApi.create], {
    puts: (response, { body }) => [...putProject(response), ...putIntoTask(response, body?.task_id)],
    stale: aroundProject,
  }),
  ...on([projectsApi.update, projectsApi.agree], { puts: putProject, stale: aroundProject }),
  ...on([projectsApi.askAuthor], { puts: putProject }),
  ...on([projectsApi.remove], {
    stale: aroundProject,
    gone: ({ params }) => keyOf(projectsApi.get, { params }),
  }),
  // the page itself may not be readable any more
  ...on([projectsApi.removeAuthor, projectsApi.resolveReport], {
    stale: [projectsApi.get, projectsApi.comments, ...aroundProject],
  }),
  ...on([projectsApi.comment], { puts: ({ comment }, { params }) => [putComment(params.id, comment)] }),
  ...on([projectsApi.removeComment], { stale: [projectsApi.comments], awaited: true }),
  ...on([projectsApi.report], { stale: [projectsApi.reports], awaited: true }),

  ...on([usersApi.actOnMany], { stale: [usersApi.list, usersApi.students, usersApi.get, accountApi.sessions] }),
  ...on([usersApi.create, usersApi.update, usersApi.setAvatar, usersApi.removeAvatar], {
    puts: (response) => [put(usersApi.get, { id: response.user.id }, response)],
    stale: [usersApi.list, usersApi.students, coursesApi.get, cohortsApi.list, cohortsApi.get],
    // the header shows their name and picture
    loadsUser: isSelf,
  }),
  ...on([usersApi.remove], { stale: [usersApi.get, usersApi.list, usersApi.students], awaited: true }),
  ...on([handoversApi.create, handoversApi.undo], {
    stale: [
      handoversApi.list,
      coursesApi.list,
      coursesApi.get,
      cohortsApi.list,
      cohortsApi.get,
      tasksApi.list,
      tasksApi.get,
      usersApi.students,
    ],
    awaited: true,
  }),
  ...on([newYearsApi.apply, newYearsApi.undo], {
    stale: [...members, newYearsApi.list, cohortsApi.list, cohortsApi.get, coursesApi.get, usersApi.list, usersApi.get],
    staleAfterFailure: [newYearsApi.list],
    awaited: true,
  }),
  ...on([usersApi.orderProjects], { staleAfterFailure: [usersApi.get] }),
  ...on([privacyApi.erase, privacyApi.keep], {
    stale: [usersApi.get, privacyApi.erasures],
    loadsUser: always,
    awaited: true,
  }),
  ...on([notificationsApi.read], { loadsUser: always, awaited: true }),
  ...on([notificationSettingsApi.update], {
    puts: (response, { params }) => [put(notificationSettingsApi.get, params, response)],
  }),

  // the applicant takes the course from now on
  ...on([applicationsApi.accept], {
    stale: [...members, coursesApi.get],
    staleAfterFailure: [applicationsApi.list],
    awaited: true,
  }),
  ...on(
    [applicationsApi.create, applicationsApi.decline, applicationsApi.withdraw],
    staleEitherWay(applicationsApi.list),
  ),
  ...on([documentsApi.publish], {
    puts: (response, { params }) => [put(documentsApi.get, params, response)],
    stale: [documentsApi.versions],
    // what was published meanwhile is shown beside the text
    staleAfterConflict: [documentsApi.get, documentsApi.versions],
  }),

  ...on([webhooksApi.create, webhooksApi.remove], staleEitherWay(webhooksApi.list)),
  ...on([webhooksApi.ping, webhooksApi.repeat], { stale: [webhooksApi.list, webhooksApi.deliveries], awaited: true }),
  ...on([ltiApi.createTool, ltiApi.updateTool, ltiApi.removeTool, ltiApi.changeKey], {
    stale: [ltiApi.tools, ltiApi.list],
    staleAfterFailure: [ltiApi.tools],
    awaited: true,
  }),
  ...on([ltiApi.launch, ltiApi.changeConsent, ltiApi.withdrawConsent], {
    stale: [ltiApi.list, ltiApi.consents],
    staleAfterFailure: [ltiApi.list, ltiApi.consents],
  }),
  ...on([ltiApi.createLink, ltiApi.updateLink, ltiApi.removeLink], {
    stale: [ltiApi.list, ltiApi.results, lessonsApi.get, journalApi.get],
    staleAfterFailure: [ltiApi.list],
    awaited: true,
  }),
  ...on([keysApi.create, keysApi.remove], staleEitherWay(keysApi.list)),
  ...on([stateApi.clearPolicyReports], { stale: [stateApi.policyReports], awaited: true }),
  ...on([stateApi.repeat, stateApi.remove], { stale: [stateApi.get, stateApi.failures], awaited: true }),
  ...schoolChanges,
])

/** The consequences of a mutation for the cache. */
export const changeAfter = <E extends Endpoint>(endpoint: E): Change<E> => (changes.get(endpoint) ?? {}) as Change<E>
