import type { HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { ProjectVisibility, ReportReason } from '#contract/projects/projects.schema.ts'
import type { CriterionLevel } from '#contract/reviews/reviews.schema.ts'

/** A person of the demo school; `key` is how other demo data refers to them. */
export interface DemoPerson {
  key: string
  name: string
  surname: string
  email: string
  role: 'student' | 'teacher' | 'curator'
  about: string
  /** What they do, in a line. */
  occupation?: string
  links?: { title: string; url: string }[]
}

/** What a lesson asks for. */
export interface DemoAssignment {
  /** HTML */
  text: string
  criteria: { name: string; description?: string; points?: number }[]
  /** Relative to the day the school is built, may be negative. */
  dueInDays: number | null
  /** After it nothing is handed in. */
  closesInDays?: number
  kinds?: HandInKind[]
  fileTypes?: string[]
  /** In bytes. */
  maxFileSize?: number
  teamSize?: number
  /** Keys of who is given the works. */
  reviewers?: string[]
}

/** A lesson of a course; `key` is unique in the whole school. */
export interface DemoLesson {
  key: string
  name: string
  /** HTML */
  content: string
  status: 'draft' | 'published'
  assignment?: DemoAssignment
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

/** One hand-in and what came of it, ages in hours before now. */
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
    /** How each criterion was met, in their order, with a note each. */
    criteria?: { level: CriterionLevel; note?: string }[]
  }
}

/** A remark about words of the attempt, or about a place on a picture of its list of files (shares of its sides). */
export interface DemoRemark {
  text: string
  at: { quote: string } | { picture: string; x: number; y: number; width: number; height: number }
}

/** The work of one student on one lesson's assignment. */
export interface DemoTask {
  student: string
  /** Who else is in the team. */
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
  /** A note is seen by staff alone. */
  comments?: { by: string; hoursAgo: number; text: string; note?: boolean }[]
  likedBy?: string[]
  /** Who is to review it. */
  reviewer?: string
  /** A request for more time that waits for an answer. */
  asksForDays?: { days: number; hoursAgo: number; text: string }
}

/** A comment that a teacher keeps to use again, their own or a course's. */
export interface DemoSavedComment {
  by: string
  course?: string
  text: string
  uses: number
}

/** A work shown to the world; the first author made it. */
export interface DemoProject {
  key: string
  authors: string[]
  /** Who was asked to be named, too, and has not answered. */
  asked?: string[]
  name: string
  summary: string
  /** HTML */
  content: string
  tags: string[]
  status: 'draft' | 'published' | 'hidden'
  hiddenReason?: string
  /** Everybody, unless said. */
  visibility?: ProjectVisibility
  views?: number
  daysAgo: number
  /** The accepted task it came from. */
  task?: { student: string; lesson: string }
  likedBy: string[]
  /** `answers`: the place in this list of the comment that it answers. */
  comments: { by: string; hoursAgo: number; text: string; answers?: number }[]
  /** What waits for a curator; `comment` is a place in the list above. */
  reports?: { by: string; hoursAgo: number; reason: ReportReason; text?: string; comment?: number }[]
}

/** What stands in a field: words, null for «нет сведений», documents by their keys, or links. */
export type DemoValue = string | null | { documents: string[] } | { links: { title: string; url: string }[] }

/** A row of a block of the organisation section. */
export interface DemoOrganisationRow {
  /** The row of the platform that it corrects: `course/layout`, `teacher/vera`. */
  of?: string
  values: Record<string, DemoValue>
}

/** What a page of the organisation section says. */
export interface DemoOrganisationContent {
  /** HTML */
  before?: string
  /** HTML */
  after?: string
  /** By the blocks of the registry. */
  blocks?: Record<string, DemoOrganisationRow[]>
}

/** A page of the section about the organisation, as it was published last. */
export interface DemoOrganisationPage extends DemoOrganisationContent {
  /** 1..14 */
  number: number
  daysAgo: number
  /** What was published before, oldest first: only what differed. */
  earlier?: (DemoOrganisationContent & { daysAgo: number })[]
  /** What the curator is changing now: only what differs. */
  draft?: DemoOrganisationContent
}

/** A document of the organisation section. */
export interface DemoDocument {
  key: string
  title: string
  /** Key of its file; a detached signature stands under the key with `-sig` at its end. */
  file: string
  datedOn: string
  validUntil?: string
  /** Whether it has an electronic signature, and the file of it. */
  signed?: 'facts' | 'file'
  /** Key of the document that it came in the place of. */
  replaces?: string
}
