import { sendTag } from '#web/outbox/sending-hand-in.ts'
import { sendAfterPages } from '#web/worker/after-pages.ts'
import { answerFile } from '#web/worker/answer-files.ts'
import { answerBuildFile, answerBundle, answerPage, takeOverMessage } from '#web/worker/answer-pages.ts'
import { dropOtherBuilds, keepBuild, noteAsked } from '#web/worker/keep-build.ts'
import { load } from '#web/worker/load.ts'
import { notificationOf, readMessage, showPage } from '#web/worker/push-messages.ts'
import { type FetchEvent, scope } from '#web/worker/worker-scope.ts'

// The site's service worker: a file of its own, which no page waits for. Calls of the API do not pass through it: the
// app keeps their answers itself, for the person who is signed in. See docs/decisions/0110 and 0111.

scope.addEventListener('install', (event) => event.waitUntil(keepBuild()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.registration.navigationPreload?.enable() ?? Promise.resolve())
  // not waited for: pages get nothing from a worker that is still activating
  void dropOtherBuilds()
})

scope.addEventListener('message', (event) => {
  if (event.data === takeOverMessage) event.waitUntil(scope.skipWaiting())
})

/** The function that answers a request; undefined for what is left to the browser. */
const answererOf = ({ method, mode, url }: Request): ((event: FetchEvent) => Promise<Response>) | undefined => {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== scope.location.origin) return undefined
  if (/^\/(files|covers|avatars|logos)\//.test(pathname)) return answerFile
  if (pathname.startsWith('/build/assets/')) return answerBundle
  if (mode !== 'navigate') return pathname.startsWith('/build/') ? answerBuildFile : undefined
  // left to the browser, it would be requested a second time
  return /^\/(api|build)\//.test(pathname) ? load : answerPage
}

scope.addEventListener('fetch', (event) => {
  // a call of the API as well: it wakes the worker, too
  noteAsked()
  const answer = answererOf(event.request)
  if (answer) event.respondWith(answer(event))
})

scope.addEventListener('sync', (event) => {
  if (event.tag === sendTag) event.waitUntil(sendAfterPages())
})

scope.addEventListener('push', (event) => {
  const [title, options] = notificationOf(readMessage(event.data?.text()))
  event.waitUntil(scope.registration.showNotification(title, options))
})

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(scope.clients, event.notification.data.url, scope.location.origin))
})
