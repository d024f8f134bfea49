import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'
import { ProgramCard } from '#contract/programs/programs.schema.ts'
import { ProjectCard } from '#contract/projects/projects.schema.ts'
import { HomeSettings, SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Max items of each block on the main page. */
export const maxOnHome = { courses: 6, projects: 8, teachers: 8 }

/** A teacher of a course that everybody may read about. */
export const HomeTeacher = z.object({
  ...Person.shape,
  /** The occupation in their profile; empty when they have not filled it in. */
  occupation: z.string(),
  courses: z.array(z.object({ id: Id, name: z.string() })),
})
export type HomeTeacher = z.infer<typeof HomeTeacher>

/** The main page, as a guest reads it. */
export const Home = z.object({
  settings: HomeSettings,
  school: SchoolSettings.pick({
    name: true,
    email: true,
    phone: true,
    address: true,
    age_mark: true,
    registration: true,
  }),
  /** Courses open for enrolment, those that start soonest first. */
  courses: z.array(ProgramCard),
  /** The ones chosen by curators, then the best liked. */
  projects: z.array(ProjectCard),
  teachers: z.array(HomeTeacher),
})
export type Home = z.infer<typeof Home>
