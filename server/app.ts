import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { announcementsRoutes } from '#server/announcements/announcements.routes.ts'
import { applicationsRoutes } from '#server/applications/applications.routes.ts'
import { auditRoutes } from '#server/audit/audit.routes.ts'
import { accountRoutes } from '#server/auth/account.routes.ts'
import { authRoutes } from '#server/auth/auth.routes.ts'
import { passkeysRoutes } from '#server/auth/passkeys.routes.ts'
import { calendarRoutes } from '#server/calendar/calendar.routes.ts'
import { feedRoutes } from '#server/calendar/feed.routes.ts'
import { certificatesRoutes } from '#server/certificates/certificates.routes.ts'
import { cohortsRoutes } from '#server/cohorts/cohorts.routes.ts'
import { consentsRoutes } from '#server/consents/consents.routes.ts'
import { coursesRoutes } from '#server/courses/courses.routes.ts'
import { outlineRoutes } from '#server/courses/outline.routes.ts'
import { coverRoutes } from '#server/covers/covers.routes.ts'
import { createKept } from '#server/db/kept.ts'
import type { Deps } from '#server/deps.ts'
import { documentsRoutes } from '#server/documents/documents.routes.ts'
import { draftsRoutes } from '#server/drafts/drafts.routes.ts'
import { eventsRoutes } from '#server/events/events.routes.ts'
import { familyRoutes } from '#server/family/family.routes.ts'
import { filesRoutes } from '#server/files/files.routes.ts'
import { readFileRoutes } from '#server/files/read-file.routes.ts'
import { handoversRoutes } from '#server/handovers/handovers.routes.ts'
import { homeRoutes } from '#server/home/home.routes.ts'
import { apiDocs } from '#server/http/api-docs.ts'
import { boundConnections } from '#server/http/bounded-connections.ts'
import { createCallCounts } from '#server/http/call-counts.ts'
import { closeWhileDraining } from '#server/http/drain.ts'
import { handleErrors } from '#server/http/error-handler.ts'
import { readJsonBodies } from '#server/http/json-body.ts'
import { minCompressedBytes } from '#server/http/kept-answer.ts'
import { readForwardedAddresses } from '#server/http/network.ts'
import { pageRoutes } from '#server/http/pages.ts'
import { readableUrl } from '#server/http/readable-url.ts'
import { logOptions, newRequestId } from '#server/http/request-log.ts'
import { sendAsData, sendSecurityHeaders } from '#server/http/security-headers.ts'
import { collectServedPages } from '#server/http/serve-page.ts'
import { readSession } from '#server/http/session.ts'
import { closeSilentConnections } from '#server/http/silent-connections.ts'
import { cutSlowBodies } from '#server/http/slow-bodies.ts'
import { sendUnchangedHeads } from '#server/http/unchanged-heads.ts'
import { refuseUnreadable } from '#server/http/unreadable-request.ts'
import { identitiesRoutes } from '#server/identities/identities.routes.ts'
import { openProvider } from '#server/identities/provider.ts'
import { providerLogoutRoutes } from '#server/identities/provider-logout.routes.ts'
import { importsRoutes } from '#server/imports/imports.routes.ts'
import { journalRoutes } from '#server/journal/journal.routes.ts'
import { keysRoutes } from '#server/keys/keys.routes.ts'
import { lessonVersionsRoutes } from '#server/lessons/lesson-versions.routes.ts'
import { lessonsRoutes } from '#server/lessons/lessons.routes.ts'
import { logFailure } from '#server/log-failure.ts'
import { ltiRoutes } from '#server/lti/lti.routes.ts'
import { ltiServicesRoutes } from '#server/lti/lti-services.routes.ts'
import { newYearsRoutes } from '#server/new-years/new-years.routes.ts'
import { notesRoutes } from '#server/notes/notes.routes.ts'
import { notificationSettingsRoutes } from '#server/notifications/notification-settings.routes.ts'
import { notificationsRoutes } from '#server/notifications/notifications.routes.ts'
import { unsubscribeRoutes } from '#server/notifications/unsubscribe.routes.ts'
import { madeDocumentsRoutes } from '#server/organisation/made-documents.routes.ts'
import { organisationRoutes } from '#server/organisation/organisation.routes.ts'
import { selfCheckRoutes } from '#server/organisation/self-check.routes.ts'
import { peopleImportsRoutes } from '#server/people-imports/people-imports.routes.ts'
import { linkPictureRoutes } from '#server/pictures/link-picture.routes.ts'
import { privacyRoutes } from '#server/privacy/privacy.routes.ts'
import { programsRoutes } from '#server/programs/programs.routes.ts'
import { progressRoutes } from '#server/progress/progress.routes.ts'
import { projectsRoutes } from '#server/projects/projects.routes.ts'
import { questionsRoutes } from '#server/questions/questions.routes.ts'
import { quizzesRoutes } from '#server/quizzes/quizzes.routes.ts'
import { registrationsRoutes } from '#server/registrations/registrations.routes.ts'
import { doOnce } from '#server/repeats/do-once.ts'
import { reviewsRoutes } from '#server/reviews/reviews.routes.ts'
import { savedCommentsRoutes } from '#server/saved-comments/saved-comments.routes.ts'
import { packageFilesRoutes } from '#server/scorm/package-files.routes.ts'
import { scormRoutes } from '#server/scorm/scorm.routes.ts'
import { searchRoutes } from '#server/search/search.routes.ts'
import { searchEngineRoutes } from '#server/search-engines/search-engines.routes.ts'
import { securityRoutes } from '#server/security/security.routes.ts'
import { createSecurityLog } from '#server/security/security-log.ts'
import { logoRoutes } from '#server/site/logo.routes.ts'
import { manifestRoutes } from '#server/site/manifest.routes.ts'
import { followSchoolWords } from '#server/site/school-words.ts'
import { siteRoutes } from '#server/site/site.routes.ts'
import { policyReportRoutes } from '#server/state/policy-reports.routes.ts'
import { stateRoutes } from '#server/state/state.routes.ts'
import { statementsRoutes } from '#server/statements/statements.routes.ts'
import { tasksRoutes } from '#server/tasks/tasks.routes.ts'
import { teamsRoutes } from '#server/teams/teams.routes.ts'
import { threadsRoutes } from '#server/threads/threads.routes.ts'
import { uploadsRoutes } from '#server/uploads/uploads.routes.ts'
import { avatarRoutes } from '#server/users/avatars.routes.ts'
import { usersRoutes } from '#server/users/users.routes.ts'
import { webhooksRoutes } from '#server/webhooks/webhooks.routes.ts'

/** The whole HTTP side, without a process around it, so that tests can build it too. */
export const buildApp = async (deps: Deps) => {
  const app = fastify({
    logger: logOptions,
    genReqId: newRequestId,
    // only a proxy on this machine may name the client address, and only where there is one in front
    trustProxy: deps.config.behindProxy ? 'loopback' : false,
    // Node already limits the length of an address; an address that leads nowhere gets the usual 404
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    forceCloseConnections: 'idle',
    // a request that was sent before its connection is closed gets its response
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable(deps.config),
    http: {
      // Node's own refusal would be an empty response without our headers
      requireHostHeader: false,
      // in milliseconds; a network that is gone ends an upload or a film, while both may take as long as they need
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
  })

  deps.metrics?.watchRequests(app)
  deps.tracing?.watchRequests(app)
  handleErrors(app)
  // Node's own refusal of an expectation that it does not know would be an empty response without our headers
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  sendUnchangedHeads(app)
  readForwardedAddresses(app)
  boundConnections(app, deps.config)
  closeSilentConnections(app)
  closeWhileDraining(app, deps.isDraining)
  cutSlowBodies(app, refuseUnreadable(deps.config))
  sendSecurityHeaders(app, deps.config)
  await app.register(compress, { globalDecompression: false, threshold: minCompressedBytes })
  await app.register(multipart)
  readJsonBodies(app)

  collectServedPages(app)
  app.decorate(
    'kept',
    createKept(deps.url, (error) => logFailure(app.log, error)),
  )
  app.addHook('onClose', app.kept.stop)
  app.decorate(
    'securityLog',
    createSecurityLog(
      deps.db,
      (error) => logFailure(app.log, error),
      deps.config.logSecurity ? (line) => process.stdout.write(`${line}\n`) : null,
    ),
  )
  app.addHook('onClose', app.securityLog.flush)
  app.decorate('callCounts', createCallCounts())
  app.decorate('doOnce', (call, key, work) => doOnce(deps.db, call, key, work))

  const { oidc } = deps.config
  const provider = oidc && openProvider(oidc, deps.config)

  // open to everybody without a session: the site's documents, bundles, pictures
  await app.register(async (open) => {
    await pageRoutes(open, deps)
    coverRoutes(open)
    avatarRoutes(open, deps)
    logoRoutes(open, deps)
    linkPictureRoutes(open, deps)
    searchEngineRoutes(open, deps)
    manifestRoutes(open, deps)
    readFileRoutes(open, deps)
    feedRoutes(open, deps)
    packageFilesRoutes(open, deps)
    await open.register(async (letters) => unsubscribeRoutes(letters, deps))
    await open.register(async (reports) => policyReportRoutes(reports, deps))
    await open.register(async (logouts) => providerLogoutRoutes(logouts, deps, provider))
  })

  await app.register(apiDocs)

  // the API: every call declares who may make it, see contract/
  await app.register(async (api) => {
    sendAsData(api)
    // a personal response must not stay in the cache of a computer that others use, too
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    readSession(api, deps.db)
    followSchoolWords(api, deps.db)
    await api.register((uploads) => uploadsRoutes(uploads, deps))
    siteRoutes(api, deps)
    stateRoutes(api, deps)
    keysRoutes(api, deps)
    webhooksRoutes(api, deps)
    ltiRoutes(api, deps)
    await api.register(async (tools) => ltiServicesRoutes(tools, deps))
    auditRoutes(api, deps)
    securityRoutes(api, deps)
    authRoutes(api, deps)
    accountRoutes(api, deps)
    passkeysRoutes(api, deps)
    identitiesRoutes(api, deps, provider)
    usersRoutes(api, deps)
    registrationsRoutes(api, deps)
    privacyRoutes(api, deps)
    coursesRoutes(api, deps)
    outlineRoutes(api, deps)
    cohortsRoutes(api, deps)
    peopleImportsRoutes(api, deps)
    handoversRoutes(api, deps)
    newYearsRoutes(api, deps)
    familyRoutes(api, deps)
    importsRoutes(api, deps)
    lessonsRoutes(api, deps)
    quizzesRoutes(api, deps)
    lessonVersionsRoutes(api, deps)
    scormRoutes(api, deps)
    notesRoutes(api, deps)
    questionsRoutes(api, deps)
    tasksRoutes(api, deps)
    reviewsRoutes(api, deps)
    threadsRoutes(api, deps)
    savedCommentsRoutes(api, deps)
    teamsRoutes(api, deps)
    journalRoutes(api, deps)
    statementsRoutes(api, deps)
    progressRoutes(api, deps)
    calendarRoutes(api, deps)
    searchRoutes(api, deps)
    certificatesRoutes(api, deps)
    projectsRoutes(api, deps)
    programsRoutes(api, deps)
    announcementsRoutes(api, deps)
    applicationsRoutes(api, deps)
    homeRoutes(api, deps)
    draftsRoutes(api, deps)
    filesRoutes(api, deps)
    notificationsRoutes(api, deps)
    notificationSettingsRoutes(api, deps)
    eventsRoutes(api, deps)
    organisationRoutes(api, deps)
    madeDocumentsRoutes(api, deps)
    selfCheckRoutes(api, deps)
    documentsRoutes(api, deps)
    consentsRoutes(api, deps)
  })

  return app
}
