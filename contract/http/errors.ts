import { plainErrors } from '#contract/http/plain-errors.ts'
import { type FieldErrors, type Problem, problemType } from '#contract/http/problem.ts'

/**
 * Every refusal of the server: its status and its Russian text for people (RFC 9457 `title` and `detail`). A refusal
 * may have a more exact detail of its own.
 */
export const errors = {
  ...plainErrors,
  'wrong-credentials': {
    status: 401,
    title: 'Не получилось войти',
    detail: 'Почта или пароль не подошли. Проверьте их и попробуйте ещё раз.',
  },
  'account-off': {
    status: 403,
    title: 'Учётная запись отключена',
    detail: 'Учётная запись отключена. Напишите куратору школы, чтобы её вернуть.',
  },
  'registration-refused': {
    status: 403,
    title: 'Регистрация закрыта',
    detail: 'Сейчас самому зарегистрироваться нельзя.',
  },
  'curator-awaited': {
    status: 403,
    title: 'Ждём ответа школы',
    detail: 'Мы получили вашу регистрацию. Как только школа её примет, придёт письмо, и можно будет войти.',
  },
  'provider-refused': {
    status: 403,
    title: 'Вход не подтверждён',
    detail: 'Система входа не подтвердила, кто вы. Начните вход ещё раз или войдите с паролем.',
  },
  'password-needed': {
    status: 403,
    title: 'Введите пароль',
    detail: 'Для этого действия нужно ещё раз ввести пароль: с прошлого раза прошло больше 15 минут.',
  },
  looking: {
    status: 403,
    title: 'Это только просмотр',
    detail: 'Вы смотрите на сайт как другой человек: изменить ничего нельзя, а его личное не показывается.',
  },
  'second-factor-needed': {
    status: 403,
    title: 'Настройте вход с кодом',
    detail: 'Школа просит подтверждать вход кодом из приложения или ключом доступа. Сначала настройте его.',
  },
  locked: { status: 403, title: 'Урок пока закрыт', detail: 'Сначала нужно пройти другой урок.' },
  conflict: { status: 409, title: 'Так сейчас нельзя', detail: 'За это время что-то изменилось. Обновите страницу.' },
  'wrong-state': { status: 409, title: 'Так сейчас нельзя', detail: 'В этом состоянии так сделать нельзя.' },
  'successor-needed': {
    status: 409,
    title: 'Нужно передать курсы',
    detail: 'Без преподавателя останутся курсы. Выберите, кто их примет.',
  },
  'consent-needed': {
    status: 409,
    title: 'Сначала нужно согласие',
    detail: 'Согласие на обработку ваших персональных данных отозвано. Чтобы учётная запись осталась, дайте его снова.',
  },
  'publication-consent-needed': {
    status: 422,
    title: 'Нужно согласие на распространение',
    detail: 'Чтобы проект увидели все, нужно согласие каждого автора на распространение персональных данных.',
  },
  'email-not-confirmed': {
    status: 422,
    title: 'Почта не подтверждена',
    detail: 'Сначала подтвердите почту: откройте ссылку из нашего письма.',
  },
  'parent-awaited': {
    status: 401,
    title: 'Ждём согласия родителя',
    detail: 'Мы ждём согласия родителя. Как только он согласится, можно будет войти.',
  },
  'draft-behind': {
    status: 409,
    title: 'Черновик изменён в другом месте',
    detail: 'Черновик уже изменён на другом устройстве или в другой вкладке. Откройте свежую версию.',
  },
  'attempt-behind': {
    status: 409,
    title: 'Появилась новая попытка',
    detail: 'Это уже не последняя попытка. Откройте работу заново и посмотрите новую.',
  },
  'review-behind': {
    status: 409,
    title: 'Работу уже проверили',
    detail: 'Пока вы писали, по работе вынесли решение. Откройте её заново.',
  },
  'criteria-behind': {
    status: 409,
    title: 'Баллы за критерии изменились',
    detail: 'Пока вы проверяли, в задании изменились баллы за критерии. Откройте работу заново: отметки останутся.',
  },
  'file-link-expired': {
    status: 403,
    title: 'Ссылка на файл устарела',
    detail: 'Ссылка на файл больше не действует. Откройте страницу, где лежит файл, ещё раз.',
  },
  'upload-unreadable': {
    status: 400,
    title: 'Загрузку не разобрать',
    detail: 'Запрос не похож на загрузку файла по протоколу tus 1.0.',
  },
  'upload-version': { status: 412, title: 'Другой протокол', detail: 'Загрузки идут по протоколу tus версии 1.0.0.' },
  'upload-conflict': {
    status: 409,
    title: 'Загрузка ушла вперёд',
    detail: 'На сервере уже другая часть файла. Загрузка продолжится с нужного места.',
  },
  'upload-gone': {
    status: 410,
    title: 'Этой загрузки больше нет',
    detail: 'Загрузка слишком долго стояла, и её убрали. Отправьте файл ещё раз.',
  },
  'upload-busy': {
    status: 423,
    title: 'Загрузка занята',
    detail: 'Этот файл ещё принимается по другому соединению. Загрузка скоро продолжится.',
  },
  'storage-full': {
    status: 507,
    title: 'Нет места для файлов',
    detail: 'На сервере кончилось место для файлов. То, что уже пришло, сохранено: попробуйте продолжить позже.',
  },
  'storage-away': {
    status: 503,
    title: 'Хранилище файлов не отвечает',
    detail: 'Хранилище файлов сейчас не отвечает. Попробуйте ещё раз через минуту.',
  },
  'antivirus-away': {
    status: 503,
    title: 'Проверка на вирусы не отвечает',
    detail: 'Файл загружен, но проверить его на вирусы сейчас нельзя. Попробуйте ещё раз через минуту.',
  },
  'provider-away': {
    status: 503,
    title: 'Система входа не отвечает',
    detail:
      'Система входа школы сейчас не отвечает. Попробуйте через минуту или войдите с паролем, если он у вас есть.',
  },
  'hand-in-closed': {
    status: 409,
    title: 'Приём работ закончился',
    detail: 'Приём работ закончился. Черновик сохранён: попросите у преподавателя больше времени.',
  },
  'lease-held': { status: 409, title: 'Работу проверяют', detail: 'Эту работу сейчас проверяет другой человек.' },
  'attempt-taken': {
    status: 409,
    title: 'Работу уже взяли на проверку',
    detail: 'Преподаватель уже открыл работу, забрать её нельзя. Дождитесь ответа.',
  },
  invalid: { status: 422, title: 'Проверьте введённое', detail: 'Проверьте введённое и попробуйте ещё раз.' },
  'broken-json': {
    status: 422,
    title: 'Запрос не разобрать',
    detail: 'Тело запроса должно быть правильным JSON в кодировке UTF-8.',
  },
  unreadable: { status: 400, title: 'Запрос не разобрать', detail: 'Это не похоже на запрос HTTP.' },
  'too-slow': { status: 408, title: 'Слишком медленно', detail: 'Запрос шёл слишком долго. Повторите его.' },
  'headers-too-large': { status: 431, title: 'Слишком много данных', detail: 'Заголовки запроса слишком большие.' },
  'link-expired': {
    status: 422,
    title: 'Ссылка не действует',
    detail: 'Ссылка устарела или уже использована. Запросите новую.',
  },
  'sign-in-expired': {
    status: 422,
    title: 'Начните вход ещё раз',
    detail: 'Этот вход уже закончен, начат слишком давно или в другой вкладке. Начните его ещё раз.',
  },
  'quota-reached': {
    status: 429,
    title: 'На сегодня хватит',
    detail: 'Вы уже сделали столько, сколько можно за сутки. Попробуйте завтра.',
  },
  'no-space': {
    status: 507,
    title: 'Нет места',
    detail:
      'На сервере кончилось место, и новое пока не сохраняется. Что сохранено раньше, цело. Сообщите куратору школы и попробуйте позже.',
  },
} as const

export type ErrorCode = keyof typeof errors

/** Builds the body of a refusal; `members` are further ones of this kind of problem (RFC 9457 §3.2). */
export const problem = (
  code: ErrorCode,
  detail?: string,
  fields?: FieldErrors,
  members?: Record<string, unknown>,
): Problem => ({
  ...members,
  type: problemType(code),
  title: errors[code].title,
  status: errors[code].status,
  detail: detail ?? errors[code].detail,
  ...(fields ? { errors: fields } : {}),
})
