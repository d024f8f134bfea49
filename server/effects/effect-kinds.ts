import type { EffectKind } from '#server/effects/effects.ts'

interface Kind {
  /** What it does, as curators read it when it keeps failing. */
  name: string
  /** A letter of its own: «Состояние» counts it with the letters. */
  isLetter?: true
  /**
   * The law or a person's request obliges the school to it: it can be repeated, and never given up. The weekly letter
   * plans the next one, so without one of them there would be no more.
   */
  isObliged?: true
}

const kinds: Record<EffectKind, Kind> = {
  'reset-letter': { name: 'Письмо со ссылкой для нового пароля', isLetter: true },
  'invitation-letter': { name: 'Письмо новому человеку со ссылкой для пароля', isLetter: true },
  'confirm-letter': { name: 'Письмо с просьбой подтвердить почту', isLetter: true },
  'registration-accepted': { name: 'Письмо о том, что регистрацию приняли', isLetter: true },
  'registration-declined': { name: 'Письмо о том, что регистрацию отклонили', isLetter: true },
  'security-letter': { name: 'Письмо о входе или смене доступа', isLetter: true },
  'parent-letter': { name: 'Письмо родителю с просьбой о согласии', isLetter: true },
  'child-account-letter': { name: 'Письмо родителям о записи, которую открыла школа', isLetter: true },
  'child-letter': { name: 'Письмо о решении родителя', isLetter: true },
  'consent-letter': { name: 'Письмо родителю с его согласием', isLetter: true },
  'family-letter': { name: 'Письмо родителю со ссылкой на его страницу', isLetter: true },
  'family-news': { name: 'Еженедельное письмо родителю', isLetter: true, isObliged: true },
  'course-enrolled': { name: 'Уведомления о записи на курс' },
  'courses-enrolled': { name: 'Уведомления о записи на курсы' },
  'lesson-published': { name: 'Уведомления о новом уроке' },
  'question-asked': { name: 'Уведомления о вопросе к уроку' },
  'question-answered': { name: 'Уведомление об ответе на вопрос' },
  'lesson-read': { name: 'Проверка, пройден ли курс' },
  'announcement-shown': { name: 'Уведомления об объявлении' },
  'task-liked': { name: 'Уведомление о том, что работа понравилась' },
  'task-commented': { name: 'Уведомления о сообщении к работе' },
  'task-moved': { name: 'Уведомления о решении по работе' },
  'staff-notified': { name: 'Уведомления сотрудникам' },
  'task-reminded': { name: 'Напоминание о работе' },
  'task-scored': { name: 'Уведомление об изменённом балле' },
  'team-changed': { name: 'Уведомления об изменении команды' },
  'application-declined': { name: 'Уведомление об отклонённой заявке' },
  'application-letter': { name: 'Письмо о решении по заявке', isLetter: true },
  'project-liked': { name: 'Уведомления о том, что проект понравился' },
  'project-commented': { name: 'Уведомления о комментарии к проекту' },
  'project-comment-removed': { name: 'Уведомление об удалённом комментарии' },
  'project-hidden': { name: 'Уведомления о скрытом проекте' },
  'project-author-asked': { name: 'Приглашение в соавторы проекта' },
  'project-author-agreed': { name: 'Уведомление о согласии соавтора' },
  'handover-letter': { name: 'Письмо о переданных делах', isLetter: true },
  'handover-over': { name: 'Возвращение переданных дел', isObliged: true },
  'erasure-letter': { name: 'Письмо о том, когда удалят учётную запись', isLetter: true },
  'parent-erasure-letter': { name: 'Письмо родителю о том, когда удалят учётную запись', isLetter: true },
  'kept-letter': { name: 'Письмо о том, что учётная запись остаётся', isLetter: true },
  'account-erased': { name: 'Удаление учётной записи', isObliged: true },
  'courses-passed': { name: 'Письмо о курсах, которые остались без преподавателя', isLetter: true },
  'bytes-erased': { name: 'Удаление файлов после удаления записи', isObliged: true },
  'organisation-waits': { name: 'Напоминание о разделе об организации' },
  'organisation-letter': { name: 'Письмо о разделе об организации', isLetter: true },
  'webhook-due': { name: 'Сообщение другой программе' },
}

const kindsWith = (flag: 'isLetter' | 'isObliged') =>
  (Object.keys(kinds) as EffectKind[]).filter((kind) => kinds[kind][flag])

/** What the school is obliged to do. */
export const obligedKinds = kindsWith('isObliged')

/** The kinds that are letters of their own. */
export const letterKinds = kindsWith('isLetter')

/** The name of a kind; another version of the site may have written one that this one does not have. */
export const effectName = (kind: string) => kinds[kind as EffectKind]?.name ?? 'Действие другой версии сайта'
