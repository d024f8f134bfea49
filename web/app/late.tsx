import { type ComponentType, useState } from 'react'
import { NetworkError } from '#web/app/api-error.ts'
import { LoadingLine } from '#web/app/NavigationBar.tsx'
import { reportError } from '#web/app/report-error.ts'
import { useLate } from '#web/app/use-late.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** What came once is at hand the next time, without a moment of waiting. */
const remembering = <Props,>(load: Load<Props>) => {
  const memory: { Part: ComponentType<Props> | null; load: Load<Props> } = {
    Part: null,
    load: async () => {
      // to import it again looks for each of its files in the document
      memory.Part ??= (await load()).default
      return { default: memory.Part }
    },
  }
  return memory
}

/**
 * A part of a page in a bundle of its own, which comes when it is shown, or before by `preload`; until then `Waiting` keeps
 * its place. Without the bundle the part says so and can be asked for again, and the page around it stands.
 */
export const latePart = <Props extends object>(load: Load<Props>, Waiting: ComponentType<Props>) => {
  const memory = remembering(load)
  const Part = (props: Props) => {
    const [failed, setFailed] = useState(false)
    const Late = useLate(!failed && memory.Part === null, memory.load, () => setFailed(true))
    const Loaded = memory.Part ?? Late
    if (Loaded) return <Loaded {...props} />
    return failed ? <ErrorState error={new NetworkError()} onRetry={() => setFailed(false)} /> : <Waiting {...props} />
  }
  // what fails is loaded again when it is shown
  return Object.assign(Part, { preload: () => void memory.load().catch(() => {}) })
}

/** A dialog in a bundle of its own: a line shows that it is on its way; without the bundle it says so and closes. */
export const lateDialog = <Props extends { onClose: () => void }>(load: Load<Props>) => {
  const memory = remembering(load)
  return (props: Props) => {
    const Late = useLate(memory.Part === null, memory.load, () => {
      reportError(new NetworkError())
      props.onClose()
    })
    const Dialog = memory.Part ?? Late
    return Dialog ? <Dialog {...props} /> : <LoadingLine label="Окно загружается" />
  }
}
