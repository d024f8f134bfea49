import { hourMs } from '#contract/durations.ts'

const key = 'registration'

/** For how long it is kept, in milliseconds: at a shared computer somebody else may be at the tab later. */
const lifeMs = hourMs

/** What is kept of a registration: never the password, the code of a class or a consent. */
const fields = ['age', 'name', 'surname', 'email', 'birth_date', 'parent_email'] as const
type KeptRegistration = { [Field in (typeof fields)[number]]?: string }

/** Keeps what a guest has typed into the registration through a reload; it ends with the tab. */
export const keepRegistration = (typed: KeptRegistration) => {
  const kept = Object.fromEntries(fields.map((field) => [field, typed[field]]))
  try {
    sessionStorage.setItem(key, JSON.stringify({ kept, at: Date.now() }))
  } catch {
    // a browser that keeps nothing
  }
}

/** What was typed before a reload. */
export const readRegistration = (): KeptRegistration => {
  try {
    const { kept, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (Date.now() - at < lifeMs) return kept
  } catch {
    // what makes no sense goes as well
  }
  forgetRegistration()
  return {}
}

/** Forgets it: the school has it, somebody has signed in, or the page was left by a link. */
export const forgetRegistration = () => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept either
  }
}
