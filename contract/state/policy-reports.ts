// Apart from the schemas, so that the screen does not load zod.

/** What a content policy restricts, by the name of its directive, and what a refusal of it is called. */
export const policyDirectives = {
  'script-src': 'Скрипт',
  'style-src': 'Стиль',
  'img-src': 'Картинка',
  'font-src': 'Шрифт',
  'connect-src': 'Запрос со страницы',
  'media-src': 'Звук или видео',
  'object-src': 'Встроенный объект',
  'frame-src': 'Вставка чужой страницы',
  'frame-ancestors': 'Показ сайта внутри чужой страницы',
  'worker-src': 'Фоновый скрипт',
  'manifest-src': 'Описание приложения',
  'form-action': 'Отправка формы',
  'base-uri': 'Подмена адреса страницы',
  'default-src': 'Загрузка',
} as const

export type PolicyDirective = keyof typeof policyDirectives

/** Max groups of reports that are kept and listed. */
export const maxPolicyReports = 200
