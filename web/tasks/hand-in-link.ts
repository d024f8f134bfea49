/**
 * The address that somebody typed, as the server would keep it: without a scheme it is meant as https. Empty for
 * nothing, null for what is no address. The rule is that of the contract's draft, without its schemas.
 */
export const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  if (text === '') return ''
  // a name before a port is no scheme
  const link = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  if (text.length > 2000 || !URL.canParse(link)) return null
  const { protocol, hostname } = new URL(link)
  // Chromium takes a host with spaces, which it spells as %20; the standard and the server do not
  return /^https?:$/.test(protocol) && !hostname.includes('%') ? link : null
}
