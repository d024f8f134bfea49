import { useState } from 'react'
import { randomId } from '#web/data/random-id.ts'

/**
 * The header of a form of registration or sign-in by which the server recognizes what it sends again: when the response
 * was lost, the repeat gets it. For as long as the form is shown; other values are another act.
 */
export const useRepeatKey = () => {
  const [headers] = useState(() => ({ 'idempotency-key': randomId() }))
  return headers
}
