import { useQuery } from '@tanstack/react-query'
import { Activity, type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DeskTask } from '#web/reviews/DeskTask.tsx'
import classes from '#web/reviews/ReviewDesk.module.css'
import { taskQuery } from '#web/tasks/tasks.queries.ts'

/** How old a task may be that was drawn ahead: it says how long it has waited; in milliseconds. */
const freshMs = 60_000

const makePlace = () => {
  const place = document.createElement('div')
  place.className = classes.place as string
  return place
}

/**
 * Puts the element into the document while it is on screen: before the effects of what is in it, since those come
 * after.
 */
const Stand = ({ place }: { place: HTMLElement }) => {
  const stand = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    stand.current?.append(place)
    return () => place.remove()
  }, [place])
  return <div ref={stand} className={classes.place} />
}

/** Rises now and then while something is drawn ahead. */
const useAge = (isOpen: boolean) => {
  const [age, setAge] = useState(0)
  useEffect(() => {
    if (isOpen) return
    const timer = setInterval(() => setAge((before) => before + 1), freshMs)
    return () => clearInterval(timer)
  }, [isOpen])
  return age
}

/**
 * Rises when the task has to be drawn from the beginning: once it was left, and whenever what it was drawn ahead from
 * has changed. So it is always opened as if it had been drawn at that moment, and an open one is never drawn from the
 * beginning.
 */
const useDrawing = (taskId: number, isOpen: boolean) => {
  // loads nothing: opening the task does
  const { dataUpdatedAt } = useQuery({ ...taskQuery(taskId), enabled: false })
  const source = `${dataUpdatedAt}.${useAge(isOpen)}`
  const [drawing, setDrawing] = useState({ turn: 0, source, isOpen })
  if (drawing.isOpen !== isOpen || (!isOpen && drawing.source !== source)) {
    const isKept = isOpen && drawing.source === source
    setDrawing({ turn: isKept ? drawing.turn : drawing.turn + 1, source, isOpen })
  }
  return drawing.turn
}

/**
 * A task of the desk: open, or drawn ahead so that opening it only shows it. One that is not open has no effects yet
 * (`Activity`), so it takes no lease, answers no keys and follows no news; and its elements are not in the document, so
 * nothing finds them there: neither an id nor a label nor a screen reader.
 */
export const DrawnTask = ({ isOpen, ...task }: { isOpen: boolean } & ComponentProps<typeof DeskTask>) => {
  const turn = useDrawing(task.taskId, isOpen)
  const [place] = useState(makePlace)
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <Stand place={place} />
      {createPortal(<DeskTask key={turn} {...task} />, place)}
    </Activity>
  )
}
