/** The advice of refusals that pass by themselves; left out where something is sent again without the person. */
export const tryLater = 'Попробуйте ещё раз через минуту.'

/**
 * The refusals of `errors` that the web app also makes itself: where a proxy on the way responds with its own text, or
 * nothing can be sent. Apart from the others, whose texts the browser need not load.
 */
export const plainErrors = {
  'not-signed-in': { status: 401, title: 'Нужно войти', detail: 'Войдите, чтобы продолжить.' },
  forbidden: { status: 403, title: 'Недостаточно прав', detail: 'У вас нет прав на это действие.' },
  'not-found': { status: 404, title: 'Не найдено', detail: 'Здесь ничего нет. Возможно, адрес устарел.' },
  'too-large': { status: 413, title: 'Слишком много данных', detail: 'Запрос слишком большой. Сократите текст.' },
  'too-many': { status: 429, title: 'Слишком часто', detail: 'Слишком много попыток. Подождите немного и повторите.' },
  internal: {
    status: 500,
    title: 'Что-то сломалось',
    detail: `На сервере случилась ошибка. Мы уже знаем о ней. ${tryLater}`,
  },
  'not-ready': {
    status: 503,
    title: 'Сервер запускается',
    detail: `Сервер ещё запускается или ждёт базу данных. ${tryLater}`,
  },
} as const
