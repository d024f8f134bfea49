import { useEffect, useRef, useState } from 'react'

/** Whether an element has come near the window, within `marginPx`, or is meant by the address; it stays so. */
export const useNear = <E extends HTMLElement>(marginPx: number, isMeant: boolean) => {
  const element = useRef<E>(null)
  const [seen, setSeen] = useState(isMeant)
  const near = seen || isMeant
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: `${marginPx}px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, marginPx])
  return [element, near] as const
}
