import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { called } from '#contract/users/student-word.ts'

/** Files with data of people, by the paths of their calls. */
const exportNames: Record<string, string> = {
  '/api/audit/export': 'Журнал изменений',
  '/api/consents/export': 'Журнал согласий',
  '/api/courses/{id}/journal/export': 'Журнал курса',
  '/api/users/{id}/export': 'Данные человека',
}

/** Acts that are attempted rather than done: what a log of refusals is mostly about. */
const actNames: Record<string, string> = {
  'POST /api/auth/login': 'Вход на сайт',
  'POST /api/auth/password': 'Подтверждение паролем',
  'POST /api/auth/register': 'Регистрация',
  'POST /api/auth/register-child': 'Регистрация ребёнка',
  'POST /api/auth/forgot-password': 'Письмо для нового пароля',
  'GET /api/auth/reset-password': 'Новый пароль по ссылке из письма',
  'POST /api/auth/reset-password': 'Новый пароль по ссылке из письма',
  'POST /api/auth/confirm-email': 'Подтверждение почты',
  'POST /api/auth/confirmation-letter': 'Письмо для подтверждения почты',
  'PUT /api/auth/email': 'Исправление адреса почты',
  'POST /api/auth/parent-letter': 'Письмо родителю',
  'POST /api/family/renewal': 'Новая ссылка для родителя',
  'POST /api/users/{id}/look': 'Просмотр сайта от чужого имени',
  'POST /api/users/{id}/totp': 'Подключение приложения с кодами',
  'PUT /api/users/{id}/totp': 'Проверка кода из приложения',
  'DELETE /api/users/{id}/totp': 'Отключение второго шага входа',
  'POST /api/users/{id}/recovery-codes': 'Новые запасные коды',
  'POST /api/users/{id}/passkeys': 'Новый ключ доступа',
  'POST /api/users/{id}/passkeys/options': 'Новый ключ доступа',
  'DELETE /api/users/{id}/passkeys/{id}': 'Удаление ключа доступа',
  'PUT /api/users/{id}/password': 'Смена пароля',
  'POST /api/users/passwords': 'Новые пароли на бумаге',
  'POST /api/users': 'Новая учётная запись',
  'DELETE /api/users/{id}': 'Выключение учётной записи',
  'POST /api/users/bulk': 'Действие с несколькими людьми',
  'POST /api/users/{id}/erasure': 'Удаление данных человека',
  'DELETE /api/users/{id}/erasure': 'Отмена удаления данных',
  'POST /api/users/{id}/handover': 'Передача дел',
  'POST /api/tasks/{id}/submit': 'Отправка работы на проверку',
  'POST /api/tasks/{id}/review': 'Проверка работы',
  'PUT /api/tasks/{id}/score': 'Изменение оценки',
  'POST /api/uploads': 'Загрузка файла',
}

/** What a call is about, by how its path begins; the first that fits, so more exact ones come first. */
const areas = (): [start: string, name: string][] => [
  ['/api/auth', 'Вход и регистрация'],
  ['/api/users/notifications', 'Уведомления'],
  ['/api/users/push-subscriptions', 'Уведомления'],
  ['/api/users/{id}/notification-settings', 'Настройки уведомлений'],
  ['/api/users/{id}/sessions', 'Устройства, с которых входили'],
  ['/api/users/{id}/totp', 'Второй шаг входа'],
  ['/api/users/{id}/recovery-codes', 'Запасные коды'],
  ['/api/users/{id}/passkeys', 'Ключи доступа'],
  ['/api/users/{id}/identities', 'Вход через другие сайты'],
  ['/api/users/{id}/parents', 'Родители'],
  ['/api/users/{id}/family-link', 'Ссылка для родителей'],
  ['/api/users/{id}/studies', 'Успехи человека'],
  ['/api/users/{id}/statement', 'Ведомость оценок'],
  ['/api/users/{id}/certificates', 'Сертификаты'],
  ['/api/users/{id}/consents', 'Согласия'],
  ['/api/users/{id}/paper-consents', 'Согласия на бумаге'],
  ['/api/users/{id}/handovers', 'Передача дел'],
  ['/api/users/students', `Список ${called('студентов')}`],
  ['/api/users', 'Люди'],
  ['/api/registrations', 'Заявки на регистрацию'],
  ['/api/erasures', 'Удаление данных'],
  ['/api/courses/{id}/journal', 'Журнал курса'],
  ['/api/courses/{id}/students', `${called('Студенты')} курса`],
  ['/api/courses/{id}/teachers', 'Преподаватели курса'],
  ['/api/courses/{id}/certificates', 'Сертификаты курса'],
  ['/api/courses/{id}/archive', 'Архив курса'],
  ['/api/courses', 'Курсы'],
  ['/api/sections', 'Разделы курса'],
  ['/api/cohorts', cohortTitle('many')],
  ['/api/family', 'Страница для родителей'],
  ['/api/people-imports', 'Загрузка людей из файла'],
  ['/api/imports', 'Загрузка уроков из файла'],
  ['/api/lessons/{id}/task', 'Работа к уроку'],
  ['/api/lessons/{id}/note', 'Заметки к уроку'],
  ['/api/lessons', 'Уроки'],
  ['/api/quizzes', 'Тесты'],
  ['/api/scorm', 'Учебные пакеты'],
  ['/api/lti', 'Инструменты других сайтов'],
  ['/api/new-years', 'Новый учебный год'],
  ['/api/questions', 'Вопросы к урокам'],
  ['/api/tasks', `Работы ${called('студентов')}`],
  ['/api/assignments', 'Задания'],
  ['/api/journal', 'Журнал курса'],
  ['/api/settings/periods', 'Учебные периоды'],
  ['/api/settings/state', 'Состояние сайта'],
  ['/api/settings/failures', 'Состояние сайта'],
  ['/api/settings/policy-reports', 'Состояние сайта'],
  ['/api/settings', 'Настройки школы'],
  ['/api/progress', 'Успехи школы'],
  ['/api/calendar', 'Календарь'],
  ['/api/certificates', 'Сертификаты'],
  ['/api/saved-comments', 'Сохранённые комментарии'],
  ['/api/projects', 'Проекты'],
  ['/api/search', 'Поиск'],
  ['/api/uploads', 'Загрузка файла'],
  ['/api/files', 'Файлы'],
  ['/files', 'Файлы'],
  ['/api/drafts', 'Черновики'],
  ['/api/unsubscribe', 'Письма'],
  ['/api/events', 'Новости сайта'],
  ['/api/organisation', 'Сведения об организации'],
  ['/api/documents', 'Документы сайта'],
  ['/api/consents', 'Согласия'],
  ['/api/programs', 'Программы курсов'],
  ['/api/announcements', 'Объявления'],
  ['/api/applications', 'Заявки на курсы'],
  ['/api/handovers', 'Передача дел'],
  ['/api/keys', 'Ключи программ'],
  ['/api/webhooks', 'Сообщения программам'],
  ['/api/audit', 'Журнал изменений'],
  ['/api/security', 'Журнал безопасности'],
]

const verbs: Record<string, string> = { GET: 'просмотр', PUT: 'изменение', PATCH: 'изменение', DELETE: 'удаление' }

/** The name of a call without a name of its own. */
export const otherAct = 'Другое действие'

const exportText = (path: string, plain: string) => {
  const name = exportNames[plain]
  const id = /\/(\d+)\//.exec(path)?.[1]
  return name && (id ? `${name}, № ${id}` : name)
}

/** Whether `path` is `start` or below it. */
const isBelow = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

/**
 * A call of the security log in words: «Журнал курса, № 5» of `GET /api/courses/5/journal/export`, «Подключение
 * приложения с кодами» of `POST /api/users/{id}/totp`, «Курсы: изменение» of `PUT /api/courses/{id}`.
 */
export const placeText = (place: string) => {
  const [method = '', path = ''] = place.split(' ')
  const plain = path.replace(/\/(\d+|\{\w*id\})(?=\/|$)/g, '/{id}')
  const known = exportText(path, plain) ?? actNames[`${method} ${plain}`]
  if (known) return known
  const area = areas().find(([start]) => isBelow(plain, start))?.[1]
  if (!area) return otherAct
  return verbs[method] ? `${area}: ${verbs[method]}` : area
}
