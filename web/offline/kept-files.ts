/** Files that were looked at, kept by the service worker while there is room: see `web/worker/answer-files.ts`. */
export const seenFiles = 'seen-files'

/** Files of saved courses. */
export const savedFiles = 'saved-files'

/** Pictures are kept in one size: all sizes of a file, and all links to it, are one file here. */
export const keptPath = (path: string) => /^\/(files|covers|avatars|logos)\/[^/?]+/.exec(path)?.[0] ?? null
