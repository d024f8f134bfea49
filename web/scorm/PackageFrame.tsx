import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScormItem, ScormPackage, ScormReport } from '#contract/scorm/scorm.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { ContentFrame } from '#web/ui/ContentFrame.tsx'

/** What a package in its sandbox sends; it may send anything. */
const reportOf = (message: unknown): ScormReport | null => {
  if (typeof message !== 'object' || message === null || !('kind' in message) || message.kind !== 'scorm') return null
  const { item, completed, passed, score, data } = message as unknown as ScormReport
  return { item, completed, passed, score, data }
}

/**
 * One part of a package in a sandbox without an origin. What it remembers is handed over in the name of its frame, see
 * `server/scorm/scorm-start.js`, once: a state that is kept meanwhile must not load it again.
 */
export const PackageFrame = ({
  version,
  item,
  onReport,
}: {
  version: ScormPackage['version']
  item: ScormItem
  onReport: (report: ScormReport) => void
}) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [opened] = useState(() => {
    const user = currentUser()
    const learner = { id: `${user?.id ?? 0}`, name: user?.name ?? '', surname: user?.surname ?? '' }
    return { url: item.url, name: JSON.stringify({ kind: 'scorm', version, item: item.id, learner, data: item.data }) }
  })
  const onMessage = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source === null || source !== frame.current?.contentWindow) return
    const report = reportOf(data)
    if (report?.item === item.id) onReport(report)
  })
  useEffect(() => {
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  // what reports nothing is completed once it was opened
  const onLoad = () => {
    if (!item.reports && !item.state?.completed) {
      onReport({ item: item.id, completed: true, passed: null, score: null, data: '' })
    }
  }
  return (
    <ContentFrame
      ref={frame}
      title={item.title}
      name={opened.name}
      src={opened.url}
      sandbox="allow-scripts allow-forms allow-modals allow-downloads"
      allow="fullscreen; autoplay"
      onLoad={onLoad}
    />
  )
}
