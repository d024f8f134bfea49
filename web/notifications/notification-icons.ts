import {
  IconBell,
  IconBook,
  IconCertificate,
  IconClockCheck,
  IconClockX,
  IconEyeOff,
  IconMessageCircle,
  IconMessageCircleOff,
  IconMessageQuestion,
  IconSchool,
  IconStar,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'

/** What a notification is about, at a glance; verdicts have the badge of their state, and likes their heart. */
export const notificationIcons: Partial<Record<NotificationType, TablerIcon>> = {
  'task-comment': IconMessageCircle,
  'project-comment': IconMessageCircle,
  'project-comment-removed': IconMessageCircleOff,
  'task-scored': IconStar,
  'task-extended': IconClockCheck,
  'task-extension-refused': IconClockX,
  'task-reminder': IconBell,
  'team-joined': IconUserPlus,
  'team-left': IconUserMinus,
  'project-hidden': IconEyeOff,
  'project-author-asked': IconUserPlus,
  'project-author-agreed': IconUserPlus,
  'course-enrolled': IconSchool,
  'application-declined': IconSchool,
  'lesson-published': IconBook,
  'question-asked': IconMessageQuestion,
  'question-answered': IconMessageQuestion,
  'certificate-issued': IconCertificate,
}
