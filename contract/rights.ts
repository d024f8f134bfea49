import { integrationRights } from '#contract/integration-rights.ts'
import { organisationRights } from '#contract/organisation-rights.ts'
import type { Statuses } from '#contract/right-statuses.ts'
import { studyRights } from '#contract/study-rights.ts'

/**
 * The rights of the product, as data: the status of each call for each kind of person (product decision: who may do
 * what). The call is about a published, announced course with an open lesson, its assignment, a task handed in on it by
 * its student, or a published project of that student. A test makes every call as everybody and compares; a call that
 * is missing here fails it. Curators here have all rights; `right-of-call.ts` has what others need.
 */
export const people = ['guest', 'stranger', 'student', 'otherTeacher', 'teacher', 'curator'] as const

/**
 * `stranger`: a student of another course. `student`: takes the course, wrote the task and the project.
 * `otherTeacher`: teaches another course. `teacher`: teaches this one.
 */
export type Who = (typeof people)[number]

export const rights: Record<string, Statuses> = {
  ...integrationRights,
  ...studyRights,
  'GET /api/health': [200, 200, 200, 200, 200, 200],
  'GET /api/ready': [200, 200, 200, 200, 200, 200],
  'GET /api/assets-version': [200, 200, 200, 200, 200, 200],
  'GET /api/settings/school': [200, 200, 200, 200, 200, 200],
  'PUT /api/settings/school': [401, 403, 403, 403, 403, 200],
  'POST /api/settings/school/logo': [401, 403, 403, 403, 403, 200],
  'DELETE /api/settings/school/logo': [401, 403, 403, 403, 403, 200],
  'GET /api/settings/home': [200, 200, 200, 200, 200, 200],
  'PUT /api/settings/home': [401, 403, 403, 403, 403, 200],
  'GET /api/settings/state': [401, 403, 403, 403, 403, 200],
  'GET /api/settings/failures': [401, 403, 403, 403, 403, 200],
  'POST /api/settings/failures/repeat': [401, 403, 403, 403, 403, 200],
  'POST /api/settings/failures/remove': [401, 403, 403, 403, 403, 200],
  'GET /api/settings/policy-reports': [401, 403, 403, 403, 403, 200],
  'DELETE /api/settings/policy-reports': [401, 403, 403, 403, 403, 204],
  'GET /api/documents/{slug}': [200, 200, 200, 200, 200, 200],
  'GET /api/documents/{slug}/versions': [200, 200, 200, 200, 200, 200],
  'GET /api/documents/{slug}/versions/{version}': [200, 200, 200, 200, 200, 200],
  'POST /api/documents/{slug}/versions': [401, 403, 403, 403, 403, 201],

  // the person in question is the student, who agreed to the publication
  'GET /api/users/{id}/consents': [401, 403, 200, 403, 403, 200],
  'POST /api/users/{id}/consents': [401, 403, 201, 403, 403, 403],
  'POST /api/users/{id}/consents/{document}/withdrawal': [401, 403, 200, 403, 403, 403],
  'GET /api/consents/parent': [200, 200, 200, 200, 200, 200],
  'POST /api/consents/parent': [200, 200, 200, 200, 200, 200],
  'DELETE /api/consents/parent': [200, 200, 200, 200, 200, 200],
  'POST /api/users/{id}/paper-consents': [401, 403, 403, 403, 403, 201],
  'POST /api/users/{id}/paper-consents/{document}/withdrawal': [401, 403, 403, 403, 403, 200],
  'GET /api/consents/waiting': [401, 403, 403, 403, 403, 200],
  'POST /api/consents/waiting/reminders': [401, 403, 403, 403, 403, 200],
  'GET /api/consents': [401, 403, 403, 403, 403, 200],
  'GET /api/consents/export': [401, 403, 403, 403, 403, 200],

  'GET /api/audit': [401, 403, 403, 403, 403, 200],
  'GET /api/audit/export': [401, 403, 403, 403, 403, 200],
  'GET /api/audit/check': [401, 403, 403, 403, 403, 200],
  'GET /api/security': [401, 403, 403, 403, 403, 200],

  'GET /api/auth/user': [401, 200, 200, 200, 200, 200],
  'POST /api/auth/register': [201, 201, 201, 201, 201, 201],
  'POST /api/auth/register-child': [200, 200, 200, 200, 200, 200],
  // the letter's token decides
  'GET /api/auth/parent-consent': [200, 200, 200, 200, 200, 200],
  'POST /api/auth/parent-consent': [200, 200, 200, 200, 200, 200],
  'DELETE /api/auth/parent-consent': [204, 204, 204, 204, 204, 204],
  // the password of a registration that waits for a parent decides
  'POST /api/auth/parent-letter': [200, 200, 200, 200, 200, 200],
  'POST /api/auth/login': [200, 200, 200, 200, 200, 200],
  'POST /api/auth/logout': [401, 204, 204, 204, 204, 204],
  // everybody who has the hash of a token
  'POST /api/auth/logout/forgotten': [204, 204, 204, 204, 204, 204],
  // the letter's token decides
  'POST /api/auth/confirm-email': [200, 200, 200, 200, 200, 200],
  // for somebody with an unconfirmed address
  'POST /api/auth/confirmation-letter': [401, 204, 204, 204, 204, 204],
  'PUT /api/auth/email': [401, 200, 200, 200, 200, 200],
  'POST /api/auth/forgot-password': [200, 200, 200, 200, 200, 200],
  'GET /api/auth/reset-password': [200, 200, 200, 200, 200, 200],
  'POST /api/auth/reset-password': [200, 200, 200, 200, 200, 200],

  // the person in question is the student, who has a second factor
  'POST /api/auth/password': [401, 204, 204, 204, 204, 204],
  'POST /api/users/{id}/look': [401, 403, 403, 403, 403, 200],
  'GET /api/users/{id}/sessions': [401, 403, 200, 403, 403, 200],
  'DELETE /api/users/{id}/sessions': [401, 403, 204, 403, 403, 204],
  'DELETE /api/users/{id}/sessions/{session_id}': [401, 403, 204, 403, 403, 204],
  'GET /api/users/{id}/totp': [401, 403, 200, 403, 403, 200],
  // who has none yet
  'POST /api/users/{id}/totp': [401, 403, 200, 403, 403, 403],
  'PUT /api/users/{id}/totp': [401, 403, 200, 403, 403, 403],
  'DELETE /api/users/{id}/totp': [401, 403, 204, 403, 403, 204],
  'POST /api/users/{id}/recovery-codes': [401, 403, 200, 403, 403, 403],

  // as for the authenticator app; what the browser has made is not accepted here
  'GET /api/users/{id}/passkeys': [401, 403, 200, 403, 403, 200],
  'POST /api/users/{id}/passkeys/options': [401, 403, 200, 403, 403, 403],
  'POST /api/users/{id}/passkeys': [401, 403, 422, 403, 403, 403],
  'DELETE /api/users/{id}/passkeys/{passkey_id}': [401, 403, 204, 403, 403, 204],

  // the provider's answer to a sign-in of this browser decides; there is none here
  'POST /api/auth/provider': [200, 200, 200, 200, 200, 200],
  'POST /api/auth/provider/answer': [422, 422, 422, 422, 422, 422],
  'POST /api/auth/provider/register': [422, 422, 422, 422, 422, 422],
  'POST /api/auth/provider/sign-out': [401, 200, 200, 200, 200, 200],
  'GET /api/users/{id}/identities': [401, 403, 200, 403, 403, 200],
  'DELETE /api/users/{id}/identities/{identity_id}': [401, 403, 204, 403, 403, 204],

  // the person in question is the student
  'GET /api/users': [401, 403, 403, 403, 403, 200],
  'GET /api/users/students': [401, 403, 403, 200, 200, 200],
  'GET /api/users/{id}': [200, 200, 200, 200, 200, 200],
  'POST /api/users': [401, 403, 403, 403, 403, 201],
  'POST /api/users/bulk': [401, 403, 403, 403, 403, 200],
  'POST /api/users/passwords': [401, 403, 403, 403, 200, 200],
  'PUT /api/users/{id}': [401, 403, 200, 403, 403, 200],
  'DELETE /api/users/{id}': [401, 403, 403, 403, 403, 204],
  'PUT /api/users/{id}/password': [401, 403, 204, 403, 403, 403],
  'POST /api/users/{id}/avatar': [401, 403, 200, 403, 403, 200],
  'DELETE /api/users/{id}/avatar': [401, 403, 200, 403, 403, 200],
  'PUT /api/users/{id}/projects-order': [401, 403, 204, 403, 403, 403],
  'GET /api/users/{id}/export': [401, 403, 200, 403, 403, 403],
  'POST /api/users/{id}/erasure': [401, 403, 200, 403, 403, 200],
  'DELETE /api/users/{id}/erasure': [401, 404, 204, 404, 404, 204],
  'GET /api/erasures': [401, 403, 403, 403, 403, 200],
  'GET /api/users/notifications': [401, 200, 200, 200, 200, 200],
  'POST /api/users/notifications/read': [401, 200, 200, 200, 200, 200],
  // the student's own
  'GET /api/users/{id}/notification-settings': [401, 403, 200, 403, 403, 403],
  'PUT /api/users/{id}/notification-settings': [401, 403, 200, 403, 403, 403],
  // the site sends push
  'POST /api/users/push-subscriptions': [401, 204, 204, 204, 204, 204],
  'DELETE /api/users/push-subscriptions': [401, 204, 204, 204, 204, 204],
  // the letter's token decides
  'GET /api/unsubscribe/{token}': [200, 200, 200, 200, 200, 200],
  'POST /api/unsubscribe/{token}': [204, 204, 204, 204, 204, 204],

  // everybody receives what they may know
  'GET /api/events': [401, 200, 200, 200, 200, 200],

  // the announcement of the course
  'GET /api/programs/{id}': [200, 200, 200, 200, 200, 200],
  // another announced course; the other application is the stranger's, to the course
  'POST /api/programs/{id}/applications': [401, 201, 201, 403, 403, 403],
  'GET /api/applications': [401, 200, 200, 200, 200, 200],
  'POST /api/applications/{id}/accept': [401, 403, 404, 404, 200, 200],
  'POST /api/applications/{id}/decline': [401, 403, 404, 404, 200, 200],
  'DELETE /api/applications/{id}': [401, 204, 404, 404, 403, 403],
  'GET /api/home': [200, 200, 200, 200, 200, 200],

  'GET /api/courses': [401, 200, 200, 200, 200, 200],
  'GET /api/courses/{id}': [401, 404, 200, 404, 200, 200],
  'POST /api/courses': [401, 403, 403, 201, 201, 201],
  'PUT /api/courses/{id}': [401, 404, 403, 404, 200, 200],
  'POST /api/courses/{id}/copy': [401, 404, 403, 404, 201, 201],
  'GET /api/courses/{id}/archive': [401, 404, 403, 404, 200, 200],
  'GET /api/courses/{id}/imports': [401, 404, 403, 404, 200, 200],
  // into the course, from a file that its staff see
  'POST /api/imports': [401, 403, 403, 404, 202, 202],
  // the import is the teacher's
  'GET /api/imports/{id}': [401, 403, 403, 404, 200, 200],
  'DELETE /api/imports/{id}': [401, 403, 403, 404, 204, 204],
  // students take it, so that only a curator may
  'DELETE /api/courses/{id}': [401, 404, 403, 404, 403, 204],
  // of a deleted course
  'POST /api/courses/{id}/restore': [401, 403, 403, 403, 403, 200],
  'PUT /api/courses/{id}/students': [401, 404, 403, 404, 200, 200],
  'PUT /api/courses/{id}/teachers': [401, 404, 403, 404, 200, 200],

  'POST /api/courses/{id}/moves': [401, 404, 403, 404, 200, 200],
  'POST /api/courses/{id}/sections': [401, 404, 403, 404, 201, 201],
  'PUT /api/sections/{id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/sections/{id}': [401, 404, 403, 404, 204, 204],

  // a class of the student and the stranger that takes the course; the teacher leads it
  'GET /api/cohorts': [401, 403, 403, 200, 200, 200],
  'POST /api/cohorts': [401, 403, 403, 403, 403, 201],
  'GET /api/cohorts/{id}': [401, 403, 403, 404, 200, 200],
  'GET /api/cohorts/{id}/progress': [401, 403, 403, 404, 200, 200],
  'PUT /api/cohorts/{id}': [401, 403, 403, 404, 403, 200],
  'DELETE /api/cohorts/{id}': [401, 403, 403, 404, 403, 204],

  // nothing but the course goes into the archive
  'GET /api/new-years': [401, 403, 403, 403, 403, 200],
  'POST /api/new-years': [401, 403, 403, 403, 403, 201],
  'POST /api/new-years/{id}/apply': [401, 403, 403, 403, 403, 200],
  'POST /api/new-years/{id}/undo': [401, 403, 403, 403, 403, 200],

  'POST /api/people-imports': [401, 403, 403, 403, 403, 201],
  'GET /api/people-imports': [401, 403, 403, 403, 403, 200],
  'GET /api/people-imports/{id}': [401, 403, 403, 403, 403, 200],
  'POST /api/people-imports/{id}/apply': [401, 403, 403, 403, 403, 200],
  'POST /api/people-imports/{id}/undo': [401, 403, 403, 403, 403, 200],

  // everything of the teacher, to the other one
  'POST /api/users/{id}/handover': [401, 403, 403, 403, 403, 200],
  'GET /api/users/{id}/handovers': [401, 403, 403, 403, 403, 200],
  'POST /api/handovers/{id}/undo': [401, 403, 403, 403, 403, 200],
  'GET /api/cohorts/{id}/codes': [401, 403, 403, 404, 200, 200],
  'POST /api/cohorts/{id}/codes': [401, 403, 403, 404, 201, 201],
  // a code of that class
  'DELETE /api/cohorts/{id}/codes/{code_id}': [401, 403, 403, 404, 204, 204],

  // somebody who has registered and waits
  'GET /api/registrations': [401, 403, 403, 403, 403, 200],
  'POST /api/registrations/{id}/accept': [401, 403, 403, 403, 403, 204],
  'POST /api/registrations/{id}/decline': [401, 403, 403, 403, 403, 204],

  'GET /api/lessons/{id}': [401, 404, 200, 404, 200, 200],
  'POST /api/lessons': [401, 403, 403, 404, 201, 201],
  'PUT /api/lessons/{id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/lessons/{id}': [401, 404, 403, 404, 204, 204],
  'POST /api/lessons/{id}/read': [401, 404, 204, 404, 204, 204],
  'DELETE /api/lessons/{id}/read': [401, 404, 204, 404, 204, 204],
  'POST /api/lessons/bulk': [401, 404, 403, 404, 200, 200],
  'GET /api/courses/{id}/bin': [401, 404, 403, 404, 200, 200],
  'POST /api/lessons/{id}/restore': [401, 404, 403, 404, 200, 200],
  'GET /api/lessons/{id}/quizzes': [401, 404, 200, 404, 200, 200],
  'PUT /api/lessons/{id}/quizzes': [401, 404, 403, 404, 200, 200],
  'POST /api/lessons/{id}/quizzes': [401, 404, 403, 404, 201, 201],
  'PUT /api/quizzes/{id}': [401, 404, 403, 404, 200, 200],
  'POST /api/quizzes/{id}/attempts': [401, 404, 201, 404, 403, 403],
  'GET /api/lessons/{id}/scorm': [401, 404, 200, 404, 200, 200],
  'PUT /api/scorm/{id}/results': [401, 404, 200, 404, 403, 403],
  'GET /api/scorm/{id}/results': [401, 404, 403, 404, 200, 200],
  'GET /api/quizzes/{id}/results': [401, 404, 403, 404, 200, 200],
  'GET /api/lessons/{id}/versions': [401, 404, 403, 404, 200, 200],
  'GET /api/lessons/{id}/versions/{version}': [401, 404, 403, 404, 200, 200],
  'POST /api/lessons/{id}/versions/{version}/restore': [401, 404, 403, 404, 200, 200],
  // everybody's own
  'GET /api/lessons/{id}/note': [401, 404, 200, 404, 200, 200],
  'PUT /api/lessons/{id}/note': [401, 404, 200, 404, 200, 200],
  // the question is the student's, without an answer
  // an announcement of the teacher to the course
  'GET /api/announcements': [401, 200, 200, 200, 200, 200],
  'POST /api/announcements': [401, 403, 403, 403, 201, 201],
  'GET /api/announcements/{id}': [401, 404, 200, 404, 200, 200],
  'PUT /api/announcements/{id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/announcements/{id}': [401, 404, 403, 404, 204, 204],
  'POST /api/announcements/{id}/read': [401, 404, 204, 404, 204, 204],
  'GET /api/announcements/{id}/readers': [401, 404, 403, 404, 200, 200],
  'POST /api/announcements/{id}/remind': [401, 404, 403, 404, 200, 200],
  'GET /api/lessons/{id}/questions': [401, 404, 200, 404, 200, 200],
  'POST /api/lessons/{id}/questions': [401, 404, 201, 404, 403, 403],
  'GET /api/questions': [401, 403, 403, 200, 200, 200],
  'PUT /api/questions/{id}': [401, 404, 200, 404, 403, 403],
  'DELETE /api/questions/{id}': [401, 404, 204, 404, 204, 204],
  'PUT /api/questions/{id}/answer': [401, 404, 403, 404, 200, 200],
  'GET /api/lessons/{id}/task': [401, 404, 200, 404, 403, 403],
  'PUT /api/lessons/{id}/task': [401, 404, 200, 404, 403, 403],

  // a student's own list
  'GET /api/assignments': [401, 200, 200, 200, 200, 200],
  'GET /api/tasks': [401, 200, 200, 200, 200, 200],
  'GET /api/tasks/{id}': [401, 404, 200, 404, 200, 200],
  // of a returned task
  'PUT /api/tasks/{id}/draft': [401, 404, 200, 404, 403, 403],
  'POST /api/tasks/{id}/submit': [401, 404, 200, 404, 403, 403],
  'POST /api/tasks/{id}/reopen': [401, 404, 403, 404, 200, 200],
  // of a handed-in task
  'POST /api/tasks/{id}/withdraw': [401, 404, 200, 404, 403, 403],
  'POST /api/tasks/{id}/lease': [401, 404, 403, 404, 200, 200],
  'DELETE /api/tasks/{id}/lease': [401, 404, 403, 404, 204, 204],
  'POST /api/tasks/{id}/review': [401, 404, 403, 404, 200, 200],
  'POST /api/tasks/{id}/excuse': [401, 404, 403, 404, 403, 200],
  'POST /api/tasks/{id}/like': [401, 404, 403, 404, 204, 204],
  'DELETE /api/tasks/{id}/like': [401, 404, 403, 404, 204, 204],
  'PUT /api/tasks/{id}/project-offer': [401, 404, 204, 404, 403, 403],
  'DELETE /api/tasks/{id}/project-offer': [401, 404, 204, 404, 403, 403],
  'POST /api/tasks/{id}/comments': [401, 404, 201, 404, 201, 201],
  'PUT /api/tasks/{id}/extension': [401, 404, 403, 404, 200, 200],
  'PUT /api/tasks/{id}/score': [401, 404, 403, 404, 200, 200],
  'GET /api/tasks/{id}/scores': [401, 404, 403, 404, 200, 200],
  // the task in question is in a selection, whose other tasks do not matter; one that the caller may not know of is
  // refused by name
  'POST /api/tasks/bulk': [401, 403, 403, 200, 200, 200],
  'PUT /api/tasks/reviewer': [401, 403, 403, 200, 200, 200],
  // an act of the teacher on many tasks
  'DELETE /api/tasks/bulk/{id}': [401, 403, 403, 404, 200, 404],
  // a verdict of the teacher, a moment ago
  'DELETE /api/tasks/{id}/review': [401, 404, 403, 404, 200, 403],
  // a remark on a returned task
  'PUT /api/tasks/{id}/remarks/{remark_id}': [401, 404, 200, 404, 403, 403],
  // a request for more time that waits for an answer
  'DELETE /api/tasks/{id}/question': [401, 404, 403, 404, 200, 200],
  'POST /api/tasks/{id}/extension-request': [401, 404, 201, 404, 403, 403],
  'DELETE /api/tasks/{id}/extension-request': [401, 404, 403, 404, 200, 200],
  // a team of two places whose only student is the student, before its first hand-in
  'GET /api/lessons/{id}/teams': [401, 404, 200, 404, 403, 403],
  'POST /api/tasks/{id}/join': [401, 404, 200, 404, 403, 403],
  // the same with two students
  'POST /api/tasks/{id}/leave': [401, 404, 204, 404, 403, 403],

  'GET /api/courses/{id}/reviewers': [401, 404, 403, 404, 200, 200],
  'POST /api/courses/{id}/share-out': [401, 404, 403, 404, 200, 200],

  // everybody has a calendar of their own
  'GET /api/calendar': [401, 200, 200, 200, 200, 200],
  'GET /api/calendar/link': [401, 200, 200, 200, 200, 200],
  'POST /api/calendar/link': [401, 200, 200, 200, 200, 200],
  'DELETE /api/calendar/link': [401, 204, 204, 204, 204, 204],
  'POST /api/courses/{id}/events': [401, 404, 403, 404, 201, 201],
  // an event that the teacher has added
  'PUT /api/courses/{id}/events/{event_id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/courses/{id}/events/{event_id}': [401, 404, 403, 404, 204, 204],

  // everybody finds what they may see
  'GET /api/search': [401, 200, 200, 200, 200, 200],

  // a certificate of the student
  'GET /api/users/{id}/certificates': [401, 403, 200, 403, 403, 200],
  'GET /api/certificates/{number}': [200, 200, 200, 200, 200, 200],
  'GET /api/certificates/{number}/file': [200, 200, 200, 200, 200, 200],
  'POST /api/certificates/{number}/withdraw': [401, 403, 403, 403, 403, 200],
  'POST /api/certificates/{number}/replace': [401, 403, 403, 403, 403, 201],
  'GET /api/courses/{id}/certificates': [401, 404, 403, 404, 200, 200],
  'POST /api/courses/{id}/certificates': [401, 404, 403, 404, 200, 200],

  // a comment the teacher saved for the course
  'GET /api/saved-comments': [401, 403, 403, 200, 200, 200],
  'POST /api/saved-comments': [401, 403, 403, 404, 201, 201],
  'PUT /api/saved-comments/{id}': [401, 403, 403, 404, 200, 200],
  'DELETE /api/saved-comments/{id}': [401, 403, 403, 404, 204, 204],
  'POST /api/saved-comments/{id}/use': [401, 403, 403, 404, 204, 204],

  'GET /api/projects': [200, 200, 200, 200, 200, 200],
  'GET /api/projects/{id}': [200, 200, 200, 200, 200, 200],
  'POST /api/projects': [401, 201, 201, 201, 201, 201],
  'PUT /api/projects/{id}': [401, 403, 200, 403, 403, 200],
  'DELETE /api/projects/{id}': [401, 403, 204, 403, 403, 204],
  'POST /api/projects/{id}/like': [401, 204, 204, 204, 204, 204],
  'DELETE /api/projects/{id}/like': [401, 204, 204, 204, 204, 204],
  'GET /api/projects/{id}/comments': [200, 200, 200, 200, 200, 200],
  'POST /api/projects/{id}/comments': [401, 201, 201, 201, 201, 201],
  'GET /api/projects/filters': [200, 200, 200, 200, 200, 200],
  // a tag of the project
  'GET /api/projects/tags/{tag}': [200, 200, 200, 200, 200, 200],
  'POST /api/projects/{id}/views': [204, 204, 204, 204, 204, 204],
  'POST /api/projects/{id}/authors': [401, 403, 200, 403, 403, 200],
  // a project of another student that the student is asked to be named in
  'POST /api/projects/{id}/agreement': [401, 403, 200, 403, 403, 403],
  'DELETE /api/projects/{id}/authors/{user_id}': [401, 403, 204, 403, 403, 204],
  // nobody reports their own project
  'POST /api/projects/{id}/reports': [401, 204, 403, 204, 204, 204],
  'GET /api/projects/reports': [401, 403, 403, 403, 403, 200],
  'PUT /api/projects/reports/{id}': [401, 403, 403, 403, 403, 200],
  // a comment that the student wrote
  'DELETE /api/projects/{id}/comments/{comment_id}': [401, 403, 204, 403, 403, 204],

  // a file of the handed-in task
  'GET /api/files/{id}': [404, 404, 200, 404, 200, 200],
  'PUT /api/files/{id}/place': [401, 404, 204, 404, 204, 204],

  // everybody has their own drafts, whatever the key
  'GET /api/drafts/{key}': [401, 200, 200, 200, 200, 200],
  'PUT /api/drafts/{key}': [401, 200, 200, 200, 200, 200],

  ...organisationRights,
}
