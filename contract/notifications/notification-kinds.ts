import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import type { RoleSlug } from '#contract/users/names.ts'

/** When a letter about an event is sent: at once, with the other events of a day or a week, or never. */
export const letterTimes = ['off', 'now', 'daily', 'weekly'] as const
export type LetterTime = (typeof letterTimes)[number]

/** Where a kind of event reaches a person. */
export interface Channels {
  /** In the list of notifications; for staff, on their main page. */
  site: boolean
  letter: LetterTime
  push: boolean
}

const channels = (letter: LetterTime, push = letter === 'now'): Channels => ({ site: true, letter, push })

/** The channels of each kind of event before a person chooses. Push reaches only devices that were connected to it. */
export const defaultChannels: Record<NotificationType, Channels> = {
  'project-like': channels('off'),
  'task-like': channels('off'),
  'task-accepted': channels('now'),
  'task-returned': channels('now'),
  'task-reopened': channels('daily', true),
  'task-excused': channels('daily', true),
  'task-comment': channels('daily', true),
  'task-scored': channels('daily', true),
  'task-extended': channels('daily', true),
  'task-extension-refused': channels('daily', true),
  'task-reminder': channels('now'),
  'team-joined': channels('off'),
  'team-left': channels('off'),
  'project-comment': channels('daily'),
  'project-comment-removed': channels('daily'),
  'project-hidden': channels('daily'),
  'project-author-asked': channels('daily'),
  'project-author-agreed': channels('off'),
  'course-enrolled': channels('daily'),
  'application-declined': channels('off'),
  'lesson-published': channels('daily'),
  'question-asked': channels('daily', true),
  'question-answered': channels('daily', true),
  'certificate-issued': channels('daily'),
  announcement: channels('now'),
  handover: channels('off', true),
  'task-given': channels('daily', true),
  'task-submitted': channels('daily'),
  'task-question': channels('daily', true),
  'extension-asked': channels('daily', true),
  'application-received': channels('daily'),
  'project-reported': channels('daily', true),
  'user-registered': channels('weekly'),
  'parent-declined': channels('now'),
  'document-term': channels('daily'),
}

/** These are sent by a letter of their own, so never by one about events: nobody gets two about the same. */
export const kindsWithOwnLetter: ReadonlySet<NotificationType> = new Set(['application-declined', 'handover'])

/** Kinds that people choose the channels of together. */
export interface KindGroup {
  title: string
  kinds: readonly [NotificationType, ...NotificationType[]]
}

const announced: KindGroup = { title: 'Объявления', kinds: ['announcement'] }

const ofStudents: readonly KindGroup[] = [
  announced,
  {
    title: 'Работу проверили',
    kinds: ['task-accepted', 'task-returned', 'task-reopened', 'task-excused', 'task-scored'],
  },
  { title: 'Напоминания и сроки', kinds: ['task-reminder', 'task-extended', 'task-extension-refused'] },
  { title: 'Ответы на вопросы и сообщения о работе', kinds: ['task-comment', 'question-answered'] },
  { title: 'Курсы и новые уроки', kinds: ['course-enrolled', 'lesson-published', 'application-declined'] },
  { title: 'Сертификаты', kinds: ['certificate-issued'] },
  { title: 'Команда', kinds: ['team-joined', 'team-left'] },
  {
    title: 'Ваши проекты',
    kinds: [
      'project-comment',
      'project-comment-removed',
      'project-hidden',
      'project-author-asked',
      'project-author-agreed',
    ],
  },
  { title: '«Нравится»', kinds: ['task-like', 'project-like'] },
]

const ofTeachers: readonly KindGroup[] = [
  announced,
  { title: 'Сданные работы', kinds: ['task-submitted'] },
  { title: 'Работы, данные вам на проверку', kinds: ['task-given'] },
  { title: 'Вопросы о работах', kinds: ['task-question'] },
  { title: 'Вопросы к урокам', kinds: ['question-asked'] },
  { title: 'Просьбы продлить срок', kinds: ['extension-asked'] },
  { title: 'Заявки на курсы', kinds: ['application-received'] },
  { title: 'Передача дел', kinds: ['handover'] },
]

/** The rows of a person's settings, by role; each kind that the role gets is in one of them. */
export const kindGroups: Record<RoleSlug, readonly KindGroup[]> = {
  student: ofStudents,
  teacher: ofTeachers,
  curator: [
    ...ofTeachers,
    { title: 'Жалобы', kinds: ['project-reported'] },
    { title: 'Новички', kinds: ['user-registered'] },
    { title: 'Отказы родителей', kinds: ['parent-declined'] },
    { title: 'Сроки документов организации', kinds: ['document-term'] },
  ],
}

/** The kinds that people of a role get. */
export const kindsOf = (role: RoleSlug) => kindGroups[role].flatMap(({ kinds }) => kinds)
