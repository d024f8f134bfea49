/**
 * 32 hexadecimal digits that nobody has drawn before. `crypto.randomUUID` is missing where the site is opened over
 * plain http.
 */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
