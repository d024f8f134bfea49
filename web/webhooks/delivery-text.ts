import { deliveryErrors } from '#contract/webhooks/webhook-events.ts'
import type { Delivery } from '#contract/webhooks/webhooks.schema.ts'

/** How a message is, in a badge. */
export const deliveryBadges = {
  waiting: { name: 'Отправляется', color: 'warn', icon: 'clock' },
  delivered: { name: 'Доставлено', color: 'ok', icon: 'check' },
  failed: { name: 'Не доставлено', color: 'bad', icon: 'minus' },
}

/** Why the last attempt failed; empty when it did not. */
export const deliveryFault = ({ error, http_status }: Delivery) => {
  if (error === null) return ''
  return error === 'bad-status' ? `${deliveryErrors[error]}: ${http_status}.` : deliveryErrors[error]
}
