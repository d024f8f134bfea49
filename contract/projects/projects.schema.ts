import { z } from 'zod'
import { Cover } from '#contract/courses/courses.schema.ts'
import { FileId } from '#contract/files/files.schema.ts'
import { Id, line, Moment, plainText, RichText, words } from '#contract/http/fields.ts'
import { namedStatus, status } from '#contract/http/status.ts'
import { Email, Person } from '#contract/users/users.schema.ts'

export const projectStatuses = {
  draft: status('draft', 'Черновик', 'idle', 'pencil'),
  published: status('published', 'Опубликован', 'ok', 'check'),
  hidden: status('hidden', 'Скрыт', 'bad', 'eye-off'),
} as const
export type ProjectStatus = keyof typeof projectStatuses
export const ProjectStatus = z.enum(['draft', 'published', 'hidden'])
export const NamedProjectStatus = namedStatus(ProjectStatus)

/** Who sees a published project: `me` its authors and teachers, `school` who is signed in, `link` who has the address. */
export const ProjectVisibility = z.enum(['me', 'school', 'link', 'public'])
export type ProjectVisibility = z.infer<typeof ProjectVisibility>

/** Why somebody reports a project or a comment. */
export const reportReasons = {
  rude: 'Грубость или травля',
  copied: 'Чужая работа',
  personal: 'Личные данные',
  illegal: 'Нарушает закон',
  other: 'Другое',
} as const
export type ReportReason = keyof typeof reportReasons
export const ReportReason = z.enum(['rude', 'copied', 'personal', 'illegal', 'other'])

/** What a curator did about a report. */
export const reportResolutions = { dismissed: 'Оставлено', hidden: 'Скрыто', removed: 'Удалено' } as const
export type ReportResolution = keyof typeof reportResolutions
export const ReportResolution = z.enum(['dismissed', 'hidden', 'removed'])

export const Likes = z.object({ count: z.number().int(), mine: z.boolean() })

/** Drawn by the server, or a picture that the authors chose: then it comes in several widths. */
export const ProjectCover = Cover.extend({ srcset: z.string().optional() })

/** `asked`: named as a co-author, but has not agreed yet; only the authors, curators and that person are told. */
export const ProjectAuthor = Person.extend({ asked: z.literal(true).optional() })
export type ProjectAuthor = z.infer<typeof ProjectAuthor>

/** A project in a gallery. */
export const ProjectCard = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  cover: ProjectCover,
  status: NamedProjectStatus,
  visibility: ProjectVisibility,
  authors: z.array(ProjectAuthor),
  likes: Likes,
  published_at: Moment.nullable(),
})
export type ProjectCard = z.infer<typeof ProjectCard>

/** A comment; `user` is null and `text` empty where one with answers was removed. */
export const ProjectComment = z.object({
  id: Id,
  /** The comment that it answers; answers stand one level deep. */
  parent_id: Id.nullable(),
  user: Person.nullable(),
  text: z.string(),
  created_at: Moment,
})
export type ProjectComment = z.infer<typeof ProjectComment>

/** `parent_id`: the comment that is answered. */
export const ProjectCommentInput = z.object({ text: words(5000), parent_id: Id.optional() })

/** `reason`: why staff remove a comment of somebody else, who reads it. */
export const CommentRemoval = z.object({ reason: plainText(1000).optional() })

export const Project = z.object({
  ...ProjectCard.shape,
  content: z.string(),
  tags: z.array(z.string()),
  course: z.object({ id: Id, name: z.string() }).nullable(),
  /** Why a curator hid it: for its authors and curators. */
  hidden_reason: z.string().nullable(),
  /** What `?key=` of its address opens it with: for its authors and curators. */
  link_key: z.string().nullable(),
  /** How often its page was opened. */
  views: z.number().int(),
  /** The first page of what is said under it; further pages are a call of their own. */
  comments: z.array(ProjectComment),
  comment_pages: z.number().int(),
  /** How many there are in all, without those that were removed. */
  comment_total: z.number().int(),
  /** Other projects of its authors. */
  more: z.array(ProjectCard),
  created_at: Moment,
})
export type Project = z.infer<typeof Project>

/** How long a tag may be. */
export const longestTag = 40

const projectFields = {
  name: line(200),
  summary: plainText(500).optional(),
  content: RichText.optional(),
  tags: z.array(line(longestTag)).max(20).optional(),
  visibility: ProjectVisibility.optional(),
  /** A picture that was uploaded before; null for the drawn cover. */
  cover_file_id: FileId.nullable().optional(),
}

export const ProjectCreate = z.object({
  ...projectFields,
  status: z.enum(['draft', 'published']).optional(),
  /** An accepted work of the author that the project is made from. */
  task_id: Id.optional(),
})

/** `reason` goes with `status: hidden`; `new_key` makes addresses that were given away work no more. */
export const ProjectChange = z
  .object({ ...projectFields, status: ProjectStatus, reason: words(1000), new_key: z.literal(true) })
  .partial()
export type ProjectChange = z.output<typeof ProjectChange>

/** A student who is asked to be named as a co-author. */
export const CoauthorInput = z.object({ email: Email })

/**
 * What the gallery can be narrowed to, the most used first. Each number says how many projects there are with that choice
 * and everything else that is chosen; what is chosen itself stays, even with none.
 */
export const GalleryFilters = z.object({
  tags: z.array(z.object({ name: z.string(), count: z.number().int() })),
  years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
  courses: z.array(z.object({ id: Id, name: z.string(), count: z.number().int() })),
})
export type GalleryFilters = z.infer<typeof GalleryFilters>

/** A tag as its projects write it, and the tags that stand beside it. */
export const TagSummary = z.object({
  name: z.string(),
  count: z.number().int(),
  neighbours: z.array(z.object({ name: z.string(), count: z.number().int() })),
})
export type TagSummary = z.infer<typeof TagSummary>

/** `comment_id`: it is about that comment, not about the project. */
export const ReportInput = z.object({
  reason: ReportReason,
  text: plainText(1000).optional(),
  comment_id: Id.optional(),
})
export type ReportInput = z.output<typeof ReportInput>

/** A report as curators read it. */
export const ProjectReport = z.object({
  id: Id,
  project: z.object({ id: Id, name: z.string(), status: NamedProjectStatus, authors: z.array(ProjectAuthor) }),
  /** Null: it is about the project itself. */
  comment: z.object({ id: Id, user: Person, text: z.string() }).nullable(),
  user: Person,
  /** Its writer is an author who asks to have the hidden project back. */
  appeal: z.boolean(),
  reason: ReportReason,
  text: z.string(),
  created_at: Moment,
  resolution: ReportResolution.nullable(),
  resolved_at: Moment.nullable(),
  resolved_by: Person.nullable(),
})
export type ProjectReport = z.infer<typeof ProjectReport>

/**
 * `hidden` hides the project and needs a `reason`, `removed` removes the comment, whose writer reads the `reason` if there
 * is one, `dismissed` leaves all as it is.
 */
export const ReportDecision = z.object({ resolution: ReportResolution, reason: words(1000).optional() })
export type ReportDecision = z.output<typeof ReportDecision>
