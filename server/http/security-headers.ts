import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '#server/config.ts'

const directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // the component library sets its colours by style elements and attributes
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const referrerPolicy = 'strict-origin-when-cross-origin'

/** Headers of every answer: nothing from other hosts, no inline script, no eval (product decision: calls). */
export const securityHeaders = ({ https }: Pick<Config, 'https'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...directives, ...(https ? { 'upgrade-insecure-requests': [] } : {}) },
  },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: referrerPolicy },
  crossOriginEmbedderPolicy: false,
})

/** The same, as far as it matters, for an answer that is written before there is a request. */
export const bareSecurityHeaders = {
  'Content-Security-Policy': Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';'),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': referrerPolicy,
}
