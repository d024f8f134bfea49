import { z } from 'zod'
import { Cover } from '#contract/courses/courses.schema.ts'
import { Id, line, Moment, plainText, RichText, words } from '#contract/http/fields.ts'
import { Status, status } from '#contract/http/status.ts'
import { Person } from '#contract/users/users.schema.ts'

export const projectStatuses = {
  draft: status('draft', 'Черновик', 'idle', 'pencil'),
  published: status('published', 'Опубликован', 'ok', 'check'),
  hidden: status('hidden', 'Скрыт', 'bad', 'eye-off'),
} as const
export type ProjectStatus = keyof typeof projectStatuses
export const ProjectStatus = z.enum(['draft', 'published', 'hidden'])

/** Who sees a published project: `me` its authors and teachers, `school` who is signed in, `link` who has the address. */
export const projectVisibilities = {
  me: 'Я и преподаватели',
  school: 'Школа',
  link: 'По ссылке',
  public: 'Все',
} as const
export type ProjectVisibility = keyof typeof projectVisibilities
export const ProjectVisibility = z.enum(['me', 'school', 'link', 'public'])

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

/** A project in a gallery. */
export const ProjectCard = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  cover: Cover,
  status: Status,
  authors: z.array(Person),
  likes: Likes,
  published_at: Moment.nullable(),
})
export type ProjectCard = z.infer<typeof ProjectCard>

export const ProjectComment = z.object({ id: Id, user: Person, text: z.string(), created_at: Moment })
export type ProjectComment = z.infer<typeof ProjectComment>

export const ProjectCommentInput = z.object({ text: words(5000) })

export const Project = z.object({
  ...ProjectCard.shape,
  content: z.string(),
  tags: z.array(z.string()),
  course: z.object({ id: Id, name: z.string() }).nullable(),
  /** Why a curator hid it: for its authors and curators. */
  hidden_reason: z.string().nullable(),
  comments: z.array(ProjectComment),
  created_at: Moment,
})
export type Project = z.infer<typeof Project>

const projectFields = {
  name: line(200),
  summary: plainText(500).optional(),
  content: RichText.optional(),
  tags: z.array(line(40)).max(20).optional(),
}

export const ProjectCreate = z.object({
  ...projectFields,
  status: z.enum(['draft', 'published']).optional(),
  /** An accepted work of the author that the project is made from. */
  task_id: Id.optional(),
})

/** `reason` goes with `status: hidden`. */
export const ProjectChange = z.object({ ...projectFields, status: ProjectStatus, reason: words(1000) }).partial()
export type ProjectChange = z.output<typeof ProjectChange>
