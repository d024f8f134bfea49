import { codeProjects } from './projects/code-and-data.ts'
import { earlierProjects } from './projects/earlier.ts'
import { printProjects } from './projects/type-and-print.ts'
import type { DemoProject } from './types.ts'

/** Public projects, the newest first. */
export const projects: DemoProject[] = [...printProjects, ...codeProjects, ...earlierProjects].sort(
  (a, b) => a.daysAgo - b.daysAgo,
)
