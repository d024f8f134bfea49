/**
 * The SHA-256 of a token in hex, by which the server knows a session; nobody can sign in with it. Needs a secure page.
 */
export const fingerprint = async (token: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
