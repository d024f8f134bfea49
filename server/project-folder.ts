import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The project's folder: the same for the sources and for the build, which is inside it. */
export const projectFolder = dirname(findPackageJSON('..', import.meta.url) as string)
