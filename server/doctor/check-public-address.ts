import { lookup } from 'node:dns/promises'
import type { Config } from '#server/config.ts'
import { type Finding, failure, fine, patienceMs, reasonOf, warning } from '#server/doctor/checks.ts'
import { isLoopback } from '#server/http/bounded-connections.ts'

type Public = Pick<Config, 'publicUrl' | 'behindProxy' | 'https'>

/** An address that nobody has (RFC 5737): a visitor who claims it must not be believed. */
const claimed = '203.0.113.77'

/** Whether the name leads to this machine by its loopback: then our own request shows nothing of others' addresses. */
const leadsHome = async (url: string) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const { address } = await lookup(host)
  return isLoopback(address)
}

/**
 * Whether the site knows from the proxy who asks: limits apply to addresses. `visitor` is what the site took us for.
 */
const checkForwarded = (visitor: string): Finding[] => {
  const header = 'В nginx: proxy_set_header X-Forwarded-For $remote_addr.'
  if (visitor === claimed)
    return [
      failure(
        `Прокси передаёт X-Forwarded-For таким, каким его прислал посетитель: тот может назвать чужой адрес. ${header}`,
      ),
    ]
  if (isLoopback(visitor))
    return [
      failure(
        `Прокси не передаёт X-Forwarded-For: для сайта все люди приходят с одного адреса, и пределы у них общие. ${header}`,
      ),
    ]
  return [fine('Прокси передаёт адреса посетителей.')]
}

/** Asks the site by the address that people use: the way through the proxy. */
export const checkPublicAddress = async (config: Public, isHere = leadsHome): Promise<Finding[]> => {
  const { publicUrl, behindProxy, https } = config
  if (!behindProxy)
    return [
      warning(
        'PUBLIC_URL не задана или ведёт на эту же машину: другим сайт не открыть. Укажите адрес, который видят люди.',
      ),
    ]
  try {
    const response = await fetch(`${publicUrl}/api/ready?visitor=1`, {
      headers: { 'x-forwarded-for': claimed },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok)
      return [failure(`${publicUrl} отвечает ${response.status}: сайт не запущен, или прокси ведёт не туда.`)]
    const body = (await response.json().catch(() => null)) as { status?: string; visitor?: string } | null
    if (body?.status !== 'ready')
      return [failure(`По адресу ${publicUrl} отвечает не этот сайт. Проверьте PUBLIC_URL и прокси.`)]
    const findings = [fine(`${publicUrl} открывается.`)]
    if (https && !response.headers.has('strict-transport-security'))
      findings.push(
        warning('Прокси убирает заголовок Strict-Transport-Security: пусть передаёт заголовки сайта как есть.'),
      )
    if (!body.visitor || (await isHere(publicUrl))) return findings
    return [...findings, ...checkForwarded(body.visitor)]
  } catch (error) {
    return [failure(`${publicUrl} не открывается: ${reasonOf(error)}. Проверьте прокси, сертификат, имя и PUBLIC_URL.`)]
  }
}
