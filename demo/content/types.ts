import type { z } from 'zod'
import type { HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { ProjectVisibility, ReportReason } from '#contract/projects/projects.schema.ts'
import type { QuizInput } from '#contract/quizzes/quizzes.schema.ts'
import type { CriterionLevel } from '#contract/reviews/reviews.schema.ts'

/** A person of the demo school; other demo data refers to them by `key`. */
export interface DemoPerson {
  key: string
  name: string
  surname: string
  email: string
  role: 'student' | 'teacher' | 'curator'
  about: string
  /** One line. */
  occupation?: string
  links?: { title: string; url: string }[]
}

/** The assignment of a lesson. */
export interface DemoAssignment {
  /** HTML */
  text: string
  criteria: { name: string; description?: string; points?: number }[]
  /** Relative to the day the school is built; may be negative. */
  dueInDays: number | null
  /** Nothing can be handed in after it. */
  closesInDays?: number
  kinds?: HandInKind[]
  fileTypes?: string[]
  /** In bytes. */
  maxFileSize?: number
  teamSize?: number
  /** Keys of the reviewers that tasks are assigned to. */
  reviewers?: string[]
}

/** A quiz of a lesson, whose text has a place for it, under any id. */
export type DemoQuiz = z.input<typeof QuizInput>

/** A lesson of a course; `key` is unique in the whole school. */
interface DemoLesson {
  key: string
  name: string
  /** HTML */
  content: string
  status: 'draft' | 'published'
  assignment?: DemoAssignment
  quiz?: DemoQuiz
}

/** An ordered, named group of lessons. */
export interface DemoSection {
  name: string
  lessons: DemoLesson[]
}

/** A course with its whole programme; teachers and students are people's keys. */
export interface DemoCourse {
  key: string
  name: string
  summary: string
  /** HTML */
  content: string
  status: 'draft' | 'published' | 'archived'
  teachers: string[]
  students: string[]
  sections: DemoSection[]
}

/** One hand-in and its review, with ages in hours before now. */
export interface DemoAttempt {
  /** HTML */
  content: string
  /** Keys of its list of files. */
  files?: string[]
  link?: string
  hoursAgo: number
  withdrawn?: boolean
  review?: {
    by: string
    hoursAgo: number
    verdict: 'accepted' | 'returned'
    /** plain text */
    comment?: string
    score?: number
    remarks?: (string | DemoRemark)[]
    /** The level of each criterion, in their order, with a note each. */
    criteria?: { level: CriterionLevel; note?: string }[]
  }
}

/**
 * A remark about a range of the attempt's text, or about a place on a picture of its list of files (shares of its
 * sides).
 */
export interface DemoRemark {
  text: string
  at: { quote: string } | { picture: string; x: number; y: number; width: number; height: number }
}

/** A student's task on a lesson's assignment. */
export interface DemoTask {
  student: string
  /** Other members of the team. */
  team?: string[]
  /** lesson key */
  lesson: string
  status: 'draft' | 'submitted' | 'returned' | 'accepted' | 'excused'
  /** HTML, when draft or returned */
  draft?: string
  /** Keys of the draft's list of files. */
  draftFiles?: string[]
  excusedReason?: string
  attempts: DemoAttempt[]
  /** A note is shown to staff only. */
  comments?: { by: string; hoursAgo: number; text: string; note?: boolean }[]
  likedBy?: string[]
  /** The assigned reviewer. */
  reviewer?: string
  /** A request for more time that waits for an answer. */
  asksForDays?: { days: number; hoursAgo: number; text: string }
}

/** A comment that a teacher keeps for reuse, their own or a course's. */
export interface DemoSavedComment {
  by: string
  course?: string
  text: string
  uses: number
}

/** A published project; the first author created it. */
export interface DemoProject {
  key: string
  authors: string[]
  /** People who are asked to be named, too, and have not answered. */
  asked?: string[]
  name: string
  summary: string
  /** HTML */
  content: string
  tags: string[]
  status: 'draft' | 'published' | 'hidden'
  hiddenReason?: string
  /** Everybody by default. */
  visibility?: ProjectVisibility
  views?: number
  daysAgo: number
  /** The accepted task it came from. */
  task?: { student: string; lesson: string }
  likedBy: string[]
  /** `answers`: the index in this list of the comment that it answers. */
  comments: { by: string; hoursAgo: number; text: string; answers?: number }[]
  /** Reports that wait for a curator; `comment` is an index in the list above. */
  reports?: { by: string; hoursAgo: number; reason: ReportReason; text?: string; comment?: number }[]
}

/** The value of a field: text, null for «нет сведений», documents by key, or links. */
export type DemoValue = string | null | { documents: string[] } | { links: { title: string; url: string }[] }

/** A row of a block of the organisation section. */
export interface DemoOrganisationRow {
  /** The row of the platform that it corrects: `course/layout`, `teacher/vera`. */
  of?: string
  values: Record<string, DemoValue>
}

/** The content of a page of the organisation section. */
export interface DemoOrganisationContent {
  /** HTML */
  before?: string
  /** HTML */
  after?: string
  /** By the blocks of the registry. */
  blocks?: Record<string, DemoOrganisationRow[]>
}

/** A page of the section about the organisation, with its latest published content. */
export interface DemoOrganisationPage extends DemoOrganisationContent {
  /** 1..14 */
  number: number
  daysAgo: number
  /** Earlier published versions, oldest first: only the differences. */
  earlier?: (DemoOrganisationContent & { daysAgo: number })[]
  /** The curator's draft: only the differences. */
  draft?: DemoOrganisationContent
}

/** A document of the organisation section. */
export interface DemoDocument {
  key: string
  title: string
  /** Key of its file; the key of a detached signature ends with `-sig`. */
  file: string
  datedOn: string
  validUntil?: string
  /** Whether it has an electronic signature, and its file. */
  signed?: 'facts' | 'file'
  /** Key of the document that it replaces. */
  replaces?: string
}

/** An event of a course. */
export interface DemoCourseEvent {
  /** The teacher who added it. */
  by: string
  course: string
  title: string
  inDays: number
  /** By the clock in Moscow. */
  hour: number
}

/** An announcement of the school, or of a teacher to a course. */
export interface DemoAnnouncement {
  by: string
  /** Null: to all students. */
  course: string | null
  title: string
  content: string
  mustRead: boolean
  /** How many days ago it was shown. */
  daysAgo: number
}

/** A certificate of a finished course. */
export interface DemoCertificate {
  student: string
  /** The course; null for one that is no longer on the site. */
  key: string | null
  number: string
  name: string
  course: string
  issued_on: string
}
