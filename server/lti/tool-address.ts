import { createPublicKey } from 'node:crypto'
import type { z } from 'zod'
import type { NewLtiTool } from '#contract/lti/lti.schema.ts'
import type { Config } from '#server/config.ts'
import { invalid } from '#server/http/refusal.ts'
import { mayReach, notListed } from '#server/outgoing-hosts.ts'
import { targetFault } from '#server/webhooks/post-safely.ts'

const faults = {
  insecure: 'Нужен защищённый адрес: https://…',
  credentials: 'Уберите из адреса имя и пароль.',
  private: 'Этот адрес во внутренней сети. Такие инструменты разрешает тот, кто ведёт сервер: LTI_LOCAL_TOOLS=true.',
}

/** 422 for an address that people or the site must not be sent to. */
const checkAddress = (
  field: string,
  address: string | null,
  { ltiLocalTools }: Pick<Config, 'ltiLocalTools' | 'outgoingHosts'>,
) => {
  if (address === null) return
  const url = new URL(address)
  if (url.username || url.password) throw invalid(field, faults.credentials)
  const fault = ltiLocalTools ? null : targetFault(url, { loopback: false })
  if (fault) throw invalid(field, faults[fault])
  if (field === 'redirect_urls' && url.hash) throw invalid(field, 'В адресе возврата не бывает части после решётки.')
}

/** Fewer bits than this are no key (1EdTech Security Framework 1.1; NIST SP 800-131A). */
const minBits = 2048

const checkKey = (pem: string | null) => {
  if (pem === null) return
  const wrong = invalid('public_key', `Нужен открытый ключ RSA не короче ${minBits} бит, в виде PEM.`)
  if (!pem.startsWith('-----BEGIN PUBLIC KEY-----')) throw wrong
  let key: ReturnType<typeof createPublicKey>
  try {
    key = createPublicKey(pem)
  } catch {
    throw wrong
  }
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits) throw wrong
}

/** 422 for what no tool may have: an address inside of a network, a key that is none. */
export const checkTool = (
  tool: z.output<typeof NewLtiTool>,
  config: Pick<Config, 'ltiLocalTools' | 'outgoingHosts'>,
) => {
  for (const field of ['login_url', 'target_url', 'jwks_url'] as const) checkAddress(field, tool[field], config)
  for (const url of tool.redirect_urls) checkAddress('redirect_urls', url, config)
  if (tool.jwks_url !== null && !mayReach(config, new URL(tool.jwks_url))) throw invalid('jwks_url', notListed)
  checkKey(tool.public_key)
}
