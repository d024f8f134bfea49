import type { Config } from '#server/config.ts'

/** What `OUTGOING_HOSTS` limits: addresses that curators, browsers and the identity provider name. */
export type Outgoing = Pick<Config, 'outgoingHosts'>

const usualPorts: Record<string, string> = { 'https:': '443', 'http:': '80' }

/**
 * Whether the site may connect to an address that its operator has not written into a variable themselves: everywhere
 * without a list, otherwise to the hosts in it. `*.example` stands for every name below it; a host without a port, for
 * the usual one.
 */
export const mayReach = ({ outgoingHosts }: Outgoing, { protocol, hostname, port }: URL) => {
  if (outgoingHosts === null) return true
  const usual = usualPorts[protocol]
  const asked = port || usual
  return outgoingHosts.some((listed) => {
    const [, host = '', listedPort = usual] = /^(.*?)(?::(\d+))?$/.exec(listed) ?? []
    const isHost = host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
    return isHost && asked === listedPort
  })
}

/** What somebody reads who names another address. */
export const notListed =
  'Этого адреса нет среди разрешённых. Попросите того, кто ведёт сервер, добавить его в OUTGOING_HOSTS.'
