import { createHmac } from 'node:crypto'
import { minuteMs } from '#contract/durations.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, type EffectHandlers } from '#server/effects/effects.ts'
import { postSafely } from '#server/webhooks/post-safely.ts'
import { postponeOthers, takeDelivery, updateDelivery } from '#server/webhooks/webhooks.repo.ts'

/** The pauses after failed attempts, in minutes: a night without the other program loses nothing. */
const pauses = [1, 5, 30, 120, 360, 720, 1440]

/** The wait of everything else due for an address that has failed, in seconds. */
const restSeconds = 60

const prefix = 'whsec_'

/** A secret as it is shown (Standard Webhooks). */
export const shownSecret = (secret: string) => prefix + secret

/** The signature of a message: HMAC-SHA-256 over its id, moment (in seconds) and body (Standard Webhooks). */
const signatureOf = (secret: string, signed: { id: string; timestamp: number; body: string }) =>
  `v1,${createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${signed.id}.${signed.timestamp}.${signed.body}`)
    .digest('base64')}`

type Sending = Pick<Config, 'webhooksToLoopback' | 'outgoingHosts'>

type Taken = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>

const send = ({ delivery, webhook }: Taken, config: Sending) => {
  const { id, event, created_at: at, data } = delivery
  const signed = {
    // the same at each attempt, so that a program recognizes a repeated message
    id: `msg_${id}`,
    timestamp: Math.floor(Date.now() / 1000),
    body: JSON.stringify({ type: event, timestamp: at, data }),
  }
  return postSafely(new URL(webhook.url), {
    loopback: config.webhooksToLoopback,
    outgoing: config,
    body: signed.body,
    headers: {
      'user-agent': 'praktika-webhooks',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': signatureOf(webhook.secret, signed),
    },
  })
}

const tryDelivery = async (db: Db, config: Sending, id: number) => {
  const taken = await takeDelivery(db, id)
  if (taken?.delivery.status !== 'waiting') return
  const { webhook, delivery } = taken
  const outcome = await send(taken, config)
  const pause = pauses[delivery.attempts]
  const status = outcome.error === null ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
  const tried_at = new Date().toISOString()
  await updateDelivery(db, id, { ...outcome, status, tried_at, attempts: delivery.attempts + 1 })
  if (outcome.error === null) return
  await postponeOthers(db, webhook.id, restSeconds)
  if (pause === undefined) return
  const again = new Date(Date.now() + pause * minuteMs).toISOString()
  await addEffect(db, 'webhook-due', { delivery_id: id, webhook_id: webhook.id }, again)
}

/** Sends messages to other programs. A failed attempt is recorded, and followed by an effect of its own. */
export const webhookEffects = (config: Sending): Pick<EffectHandlers, 'webhook-due'> => ({
  'webhook-due': (db, { delivery_id }) => tryDelivery(db, config, delivery_id),
})
