/** A sign-out waits no longer than this, in milliseconds. */
const maxWaitMs = 1000

const acts = new Set<() => Promise<unknown>>()

/** Registers what needs the session for the last time, such as returning a lease. Returns how to forget it. */
export const beforeSignOut = (act: () => Promise<unknown>) => {
  acts.add(act)
  return () => void acts.delete(act)
}

/** Does what was registered. What fails, or takes too long, does not keep anybody signed in. */
export const finishSession = () =>
  Promise.race([
    Promise.allSettled([...acts].map((act) => act())),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ])
