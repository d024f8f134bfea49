import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'
import { ProgramCard } from '#contract/programs/programs.schema.ts'
import { ProjectCard } from '#contract/projects/projects.schema.ts'
import { HomeSettings, SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** How many the main page shows of each. */
export const mostOnHome = { courses: 6, projects: 8, teachers: 8 }

/** Somebody who teaches a course that everybody may read about. */
export const HomeTeacher = z.object({
  ...Person.shape,
  /** What they do, in their own words; empty when they have not said. */
  occupation: z.string(),
  courses: z.array(z.object({ id: Id, name: z.string() })),
})
export type HomeTeacher = z.infer<typeof HomeTeacher>

/** The main page, as a guest reads it. */
export const Home = z.object({
  settings: HomeSettings,
  school: SchoolSettings.pick({ name: true, email: true, phone: true, address: true, age_mark: true }),
  /** Courses open for enrolment, those that start soonest first. */
  courses: z.array(ProgramCard),
  /** Those that curators chose, then the best liked. */
  projects: z.array(ProjectCard),
  teachers: z.array(HomeTeacher),
})
export type Home = z.infer<typeof Home>
