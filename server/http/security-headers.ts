import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its responses are data, which is no document. See `sendAsData`. */
    isData?: boolean
  }
}

/** The folder of scripts: only the built bundles of this site, so that no user's file can be one. */
export const scriptFolder = '/build/'

/** A host that a policy can contain: not an IPv6 address, for which policies have no syntax. */
const nameable = /^[a-z\d.-]+(:\d+)?$/i

/**
 * The folder of the scripts on each host that may serve the page: the public one, and the one in the request, which
 * differs where the site is reached past its proxy.
 */
const scriptSources = (publicUrl: string, host: string | undefined) => {
  const hosts = [new URL(publicUrl).host, ...(host ? [host] : [])]
  const sources = hosts.filter((name) => nameable.test(name)).map((name) => name.toLowerCase() + scriptFolder)
  const isIpv6 = host !== undefined && /^\[[\da-f:.]+\](:\d+)?$/i.test(host)
  return [...new Set(sources), ...(isIpv6 ? ["'self'"] : [])].join(' ')
}

const directives = {
  'default-src': ["'self'"],
  // the component library sets its colours by style elements and attributes
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** Where browsers report what the policy has refused. */
export const policyReportPath = '/policy-reports'

/**
 * The name of that place for `report-to`. Browsers that know it ignore `report-uri`, and report to secure sites alone:
 * it is declared for these.
 */
const reportGroup = 'policy'

/** How long browsers come by https alone: a year. */
const secureSeconds = 31_536_000

const referrerPolicy = 'strict-origin-when-cross-origin'

/** A policy from its directives. */
const policyOf = (sources: Record<string, string[]>) =>
  Object.entries(sources)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')

/**
 * Features that our pages use stay allowed (a voice comment is recorded), without those that are our own pages' alone
 * anyway; all others are denied.
 */
const allowedFeatures = ['microphone', 'picture-in-picture']
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const permissionsPolicy = [
  ...allowedFeatures.map((name) => `${name}=(self)`),
  ...deniedFeatures.map((name) => `${name}=()`),
].join(',')

/** Policies are kept for this many hosts; a request may name any. */
const maxHosts = 100

/** Headers that mean something for documents only. */
const documentHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'reporting-endpoints',
  'x-frame-options',
]

const without = (reply: FastifyReply, names: readonly string[]) => {
  for (const name of names) reply.removeHeader(name)
  return reply
}

/** Nothing loads, runs or is framed, should a browser ever show it as a page. */
const dataPolicy = policyOf({ 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Routes declared from here on leave out of their responses what means nothing for data, almost a kilobyte. */
export const sendAsData = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isData: true }
  })
}

/**
 * Leaves the headers out that keep a connection, as HTTP/1.1 does without them; one that is to be closed still says so.
 */
const withoutKeepAlive = (reply: FastifyReply) => {
  const { raw } = reply
  if (raw.shouldKeepAlive && !reply.hasHeader('connection') && !raw.hasHeader('connection'))
    raw.removeHeader('connection')
  return reply
}

/**
 * Leaves out of a response what means nothing for a built file or a picture, almost a kilobyte. A script that becomes a
 * worker obeys the policy of its own response: that is kept, as far as a worker goes, and what nothing may do as a
 * page.
 */
export const asFile = (reply: FastifyReply) => {
  withoutKeepAlive(without(reply, documentHeaders))
  const policy = String(reply.getHeader('content-security-policy'))
  const kept = policy
    .split(';')
    .filter((directive) => /^((default|script|object)-src|base-uri|frame-ancestors) /.test(directive))
  return reply.header('content-security-policy', kept.join(';'))
}

/** A script that becomes a worker, by its name in `/build/`. */
const worker = /worker[\w.-]*\.m?js$/

/**
 * Leaves out of a built file's response what only a document or a worker obeys: a first visit loads a dozen of them. A
 * policy for referrers is on every response (product decision: calls), here the shortest; keeping the connection is
 * what browsers do without being asked.
 */
export const asBundle = (reply: FastifyReply, path: string) =>
  worker.test(path)
    ? asFile(reply)
    : withoutKeepAlive(without(reply, documentHeaders))
        .header('referrer-policy', 'no-referrer')
        .header('content-security-policy', "frame-ancestors 'none'")

/** The headers that helmet sets on every response: always the same, so they are computed once. */
const helmetHeaders = ({ https, hstsSubdomains }: Pick<Config, 'https' | 'hstsSubdomains'>) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const set = helmet({
    // it depends on the host
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: secureSeconds, includeSubDomains: hstsSubdomains } : false,
    referrerPolicy: { policy: referrerPolicy },
    crossOriginEmbedderPolicy: false,
    // for Internet Explorer, Flash and filters that no browser has any more; names are not looked up early over https
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  set(response.req, response, () => {})
  return response.getHeaders() as Record<string, string>
}

/**
 * Headers of every document: nothing from other hosts, no inline script, no eval, scripts and workers from the bundles
 * alone (product decision: calls); and which features of the device it may use.
 */
export const sendSecurityHeaders = (
  app: FastifyInstance,
  { https, publicUrl, hstsSubdomains }: Pick<Config, 'https' | 'publicUrl' | 'hstsSubdomains'>,
) => {
  const ofDocument = {
    ...helmetHeaders({ https, hstsSubdomains }),
    'permissions-policy': permissionsPolicy,
    ...(https && { 'reporting-endpoints': `${reportGroup}="${policyReportPath}"` }),
  }
  const ofData = {
    ...Object.fromEntries(Object.entries(ofDocument).filter(([name]) => !documentHeaders.includes(name))),
    'content-security-policy': dataPolicy,
  }
  // made for each host once, not for each request
  const known = new Map<string | undefined, string>()
  const contentPolicy = (host: string | undefined) => {
    const made = known.get(host)
    if (made !== undefined) return made
    const scripts = [scriptSources(publicUrl, host)]
    const policy = policyOf({
      ...directives,
      'script-src': scripts,
      'worker-src': scripts,
      ...(https ? { 'upgrade-insecure-requests': [] } : {}),
      'report-uri': [policyReportPath],
      ...(https ? { 'report-to': [reportGroup] } : {}),
    })
    if (known.size >= maxHosts) known.clear()
    known.set(host, policy)
    return policy
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isData) withoutKeepAlive(reply.headers(ofData))
    else reply.headers(ofDocument).header('content-security-policy', contentPolicy(request.headers.host))
    done()
  })
}

/** The part of them that matters for a response written before there is a request: nothing in it can run. */
export const bareSecurityHeaders = ({ https, hstsSubdomains }: Pick<Config, 'https' | 'hstsSubdomains'>) => ({
  'Content-Security-Policy': policyOf({ ...directives, 'script-src': ["'none'"] }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': referrerPolicy,
  'Permissions-Policy': permissionsPolicy,
  ...(https && {
    'Strict-Transport-Security': `max-age=${secureSeconds}${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
})
