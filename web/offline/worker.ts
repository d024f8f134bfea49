/** Where the built worker is: among the other scripts, as the security policy has it. */
const workerPath = '/build/service-worker.js'

/** Whether this browser runs service workers here: not over plain http, nor while developing. */
export const canHaveWorker = () => import.meta.env.PROD && 'serviceWorker' in navigator

let registering: Promise<ServiceWorkerRegistration> | null = null

/** The site's service worker, registered if it is not yet. Rejects where the browser does not let it. */
export const registerWorker = () => {
  registering ??= navigator.serviceWorker.register(workerPath, { scope: '/', updateViaCache: 'none' })
  registering.catch(() => {
    registering = null
  })
  return registering
}
