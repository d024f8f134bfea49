import type { EffectKind } from '#server/effects/effects.ts'

/** What each effect does, as curators read it when it keeps failing. */
const names: Record<EffectKind, string> = {
  'reset-letter': 'Письмо со ссылкой для нового пароля',
  'invitation-letter': 'Письмо новому человеку со ссылкой для пароля',
  'confirm-letter': 'Письмо с просьбой подтвердить почту',
  'registration-accepted': 'Письмо о том, что регистрацию приняли',
  'registration-declined': 'Письмо о том, что регистрацию отклонили',
  'security-letter': 'Письмо о входе или смене доступа',
  'parent-letter': 'Письмо родителю с просьбой о согласии',
  'child-account-letter': 'Письмо родителям о записи, которую открыла школа',
  'child-letter': 'Письмо о решении родителя',
  'consent-letter': 'Письмо родителю с его согласием',
  'family-letter': 'Письмо родителю со ссылкой на его страницу',
  'family-news': 'Еженедельное письмо родителю',
  'course-enrolled': 'Уведомления о записи на курс',
  'courses-enrolled': 'Уведомления о записи на курсы',
  'lesson-published': 'Уведомления о новом уроке',
  'question-asked': 'Уведомления о вопросе к уроку',
  'question-answered': 'Уведомление об ответе на вопрос',
  'lesson-read': 'Проверка, пройден ли курс',
  'announcement-shown': 'Уведомления об объявлении',
  'task-liked': 'Уведомление о том, что работа понравилась',
  'task-commented': 'Уведомления о сообщении к работе',
  'task-moved': 'Уведомления о решении по работе',
  'staff-notified': 'Уведомления сотрудникам',
  'task-reminded': 'Напоминание о работе',
  'task-scored': 'Уведомление об изменённом балле',
  'team-changed': 'Уведомления об изменении команды',
  'application-declined': 'Уведомление об отклонённой заявке',
  'application-letter': 'Письмо о решении по заявке',
  'project-liked': 'Уведомления о том, что проект понравился',
  'project-commented': 'Уведомления о комментарии к проекту',
  'project-comment-removed': 'Уведомление об удалённом комментарии',
  'project-hidden': 'Уведомления о скрытом проекте',
  'project-author-asked': 'Приглашение в соавторы проекта',
  'project-author-agreed': 'Уведомление о согласии соавтора',
  'handover-letter': 'Письмо о переданных делах',
  'handover-over': 'Возвращение переданных дел',
  'erasure-letter': 'Письмо о том, когда удалят учётную запись',
  'parent-erasure-letter': 'Письмо родителю о том, когда удалят учётную запись',
  'kept-letter': 'Письмо о том, что учётная запись остаётся',
  'account-erased': 'Удаление учётной записи',
  'courses-passed': 'Письмо о курсах, которые остались без преподавателя',
  'bytes-erased': 'Удаление файлов после удаления записи',
  'organisation-waits': 'Напоминание о разделе об организации',
  'organisation-letter': 'Письмо о разделе об организации',
  'webhook-due': 'Сообщение другой программе',
}

/**
 * What the law or a person's request obliges the school to: it can be repeated, and never given up. The weekly letter
 * plans the next one, so without one of them there would be no more.
 */
export const obligedKinds: readonly EffectKind[] = ['account-erased', 'bytes-erased', 'handover-over', 'family-news']

/** The kinds that are letters of their own. */
export const letterKinds = (Object.keys(names) as EffectKind[]).filter((kind) => /[Пп]исьмо/.test(names[kind]))

/** The name of a kind; another version of the site may have written one that this one does not have. */
export const effectName = (kind: string) => names[kind as EffectKind] ?? 'Действие другой версии сайта'
