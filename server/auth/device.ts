import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { networkOf } from '#server/http/network.ts'

/** Where somebody signs in from. */
export interface Device {
  /** Browser and system in words, «Chrome, Windows»; empty when they are unknown. */
  device: string
  /** An IPv4 address or the /64 of an IPv6 one. */
  network: string
}

/** A header says what it likes: only names that the library lists are shown and mailed. */
const known = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

const russian: Record<string, string> = { 'Yandex Browser': 'Яндекс Браузер', 'Chrome OS': 'ChromeOS' }

/** Enough for every real browser; the library matches hundreds of patterns. */
const maxAgentLength = 400

/** Browser and system of a `User-Agent` header, in words. */
export const deviceName = (agent: string) => {
  // without one the library throws
  if (agent === '') return ''
  const { browser, os } = Bowser.parse(agent.slice(0, maxAgentLength))
  return [browser.name, os.name].flatMap((name) => (name && known.has(name) ? [russian[name] ?? name] : [])).join(', ')
}

export const deviceOf = ({ headers, ip }: FastifyRequest): Device => ({
  device: deviceName(headers['user-agent'] ?? ''),
  network: networkOf(ip),
})

/** The range of addresses that one provider gives to a place: a phone that reconnects stays in it. */
export const widerNetwork = (network: string) => {
  const [address = ''] = network.split('/')
  const { IPv4, IPv6 } = ipaddr
  return IPv4.isValid(address)
    ? IPv4.networkAddressFromCIDR(`${address}/16`).toString()
    : IPv6.networkAddressFromCIDR(`${address}/32`).toString()
}
