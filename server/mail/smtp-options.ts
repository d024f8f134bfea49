import { isLoopback } from '#server/config.ts'

/**
 * How to connect to the mail server of `SMTP_URL`. Letters open accounts, so to another machine they go by TLS alone,
 * whatever somebody on the way answers to STARTTLS; `?requireTLS=false` in the address allows a server without it.
 */
export const smtpOptions = (url: string) => ({
  url,
  requireTLS: !isLoopback(url) && new URL(url).searchParams.get('requireTLS') !== 'false',
})

/** Whether the mail server does not encrypt, or not so that it can be trusted. */
export const lacksTls = (error: unknown) => (error as { code?: string }).code === 'ETLS'
