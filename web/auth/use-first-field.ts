import { useLayoutEffect, useRef } from 'react'

/** For the first field of a form that took the place of what was pressed: the focus goes on from there at once. */
export const useFirstField = () => {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return field
}
