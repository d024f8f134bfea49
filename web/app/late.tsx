import { type ComponentType, useState } from 'react'
import { loadOnce } from '#web/app/load-once.ts'
import { findLostStyles } from '#web/app/lost-styles.ts'
import { useLate } from '#web/app/use-late.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { LoadingLine } from '#web/frame/NavigationBar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part that has loaded is shown without a moment of waiting, with its styles or not at all. */
const loadPart = <Props,>(load: Load<Props>) =>
  loadOnce(async () => {
    const module = await load()
    await findLostStyles()
    return module
  })

/**
 * A part of a page in a bundle of its own, which comes when it is shown, or before by `preload`; until then `Waiting`
 * keeps its place. Without the bundle the part says so and can be asked for again, and the page around it stays.
 */
export const latePart = <Props extends object>(load: Load<Props>, Waiting: ComponentType<Props>) => {
  const bundle = loadPart(load)
  const Part = (props: Props) => {
    const [failed, setFailed] = useState(false)
    const Late = useLate(!failed && bundle.loaded === null, bundle.load, () => setFailed(true))
    const Loaded = bundle.loaded?.default ?? Late
    if (Loaded) return <Loaded {...props} />
    return failed ? <ErrorState error={new NetworkError()} onRetry={() => setFailed(false)} /> : <Waiting {...props} />
  }
  // what fails is loaded again when it is shown
  return Object.assign(Part, { preload: () => void bundle.load().catch(() => {}) })
}

/** A dialog in a bundle of its own: a line shows that it is on its way; without the bundle it says so and closes. */
export const lateDialog = <Props extends { onClose: () => void }>(load: Load<Props>) => {
  const bundle = loadPart(load)
  return (props: Props) => {
    const Late = useLate(bundle.loaded === null, bundle.load, () => {
      reportError(new NetworkError())
      props.onClose()
    })
    const Dialog = bundle.loaded?.default ?? Late
    return Dialog ? <Dialog {...props} /> : <LoadingLine label="Окно загружается" />
  }
}
