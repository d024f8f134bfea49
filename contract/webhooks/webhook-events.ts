// Apart from the schemas, so that a screen that only shows names does not load zod.

/**
 * What other programs can be sent, with its name for curators. The data have ids alone: a program reads the rest with a
 * key.
 */
export const webhookEvents = {
  'task-submitted': 'Работа сдана',
  'task-reviewed': 'Работа проверена',
  'person-enrolled': 'Человек записан на курс',
  'course-finished': 'Человек прошёл курс',
} as const
export type WebhookEvent = keyof typeof webhookEvents

/** The same with the message that a curator sends to try an address. */
export const deliveryNames = { ...webhookEvents, ping: 'Проверка' } as const
export type DeliveryEvent = keyof typeof deliveryNames

/** Why a message did not get through. */
export const deliveryErrors = {
  'private-address': 'Адрес ведёт во внутреннюю сеть: туда сайт ничего не отправляет.',
  'not-listed': 'Адреса нет среди разрешённых: его добавляет в OUTGOING_HOSTS тот, кто ведёт сервер.',
  'no-address': 'Такого сервера в интернете нет.',
  'no-connection': 'Не получилось соединиться с сервером.',
  'bad-certificate': 'У сервера неверный сертификат.',
  'too-slow': 'Сервер не ответил за пять секунд.',
  'bad-status': 'Сервер ответил отказом',
} as const
export type DeliveryError = keyof typeof deliveryErrors

/** How many addresses a school may have. */
export const maxWebhooks = 20

/** How many messages of an address are listed, the newest. */
export const maxDeliveries = 100

/** What an address is sent, in a line; an event that this version does not have keeps its word. */
export const eventsText = (events: readonly string[]) =>
  events.map((event) => `«${webhookEvents[event as WebhookEvent] ?? event}»`).join(', ')
