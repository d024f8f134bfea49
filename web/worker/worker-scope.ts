// The parts of a service worker's world that ours uses: TypeScript's own types of it do not go together with those of
// pages.

interface WaitingEvent extends Event {
  /** Keeps the worker alive until it is settled. */
  waitUntil: (work: Promise<unknown>) => void
}

/** An open page of the site. */
export interface PageClient {
  id: string
  /** What it was loaded with: the app's own navigations do not change it. */
  url: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

export interface PageClients {
  matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly PageClient[]>
  openWindow: (url: string) => Promise<unknown>
}

interface PushEvent extends WaitingEvent {
  data: { text: () => string } | null
}

interface ClickEvent extends WaitingEvent {
  notification: Notification
}

export interface FetchEvent extends WaitingEvent {
  request: Request
  /** The response that the browser requested for a navigation while the worker was starting. */
  preloadResponse: Promise<Response | undefined>
  /** The id of the page that a navigation opens. */
  resultingClientId: string
  respondWith: (response: Promise<Response>) => void
}

interface MessageEventOfPage extends WaitingEvent {
  data: unknown
}

interface SyncEvent extends WaitingEvent {
  tag: string
}

interface Events {
  install: WaitingEvent
  activate: WaitingEvent
  fetch: FetchEvent
  message: MessageEventOfPage
  sync: SyncEvent
  push: PushEvent
  notificationclick: ClickEvent
}

/** What the service worker is in. */
export interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: PageClients
  location: Location
  /** Takes the place of the version before at once. */
  skipWaiting: () => Promise<void>
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
}

export const scope = globalThis as unknown as WorkerScope
