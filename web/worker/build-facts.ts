/** What `web/service-worker.vite.ts` puts into the worker at build time. */
interface BuildFacts {
  /** A hash of what the build consists of. */
  id: string
  /** The file name of its script, which its documents name. */
  entry: string
  /** The addresses of what a student needs in order to read and to write. */
  files: string[]
}

declare const BUILD_FACTS: BuildFacts

/** The build of the site that this worker belongs to. */
export const build: BuildFacts = BUILD_FACTS

const prefix = 'build '

/** Where the files of this build are kept, all of them or none. */
export const buildCache = `${prefix}${build.id}`

/** Whether a place is that of some build. */
export const isBuildCache = (name: string) => name.startsWith(prefix)

/** The document that stands in for every page, at its own address. */
export const shellPath = '/offline'
