import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { plainName } from '#web/files/file-names.ts'
import { Stack } from '#web/ui/layout.tsx'
import { UploadRow } from '#web/uploads/UploadRow.tsx'
import type { Upload, UploadPhase } from '#web/uploads/upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'

/** The files of a target on their way to the server, each with its progress and what can be done about it. */
export const UploadList = ({ target }: { target: string }) => {
  const uploads = useUploads(target)
  const announcement = useNews(uploads)
  return (
    <>
      {uploads.length > 0 && (
        <Stack as="ul" plain aria-label="Загружаются">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </Stack>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

const news: Partial<Record<UploadPhase, (name: string, problem: string | null) => string>> = {
  sending: (name) => `Загружается: ${name}`,
  paused: (name, problem) => problem ?? `Загрузка остановлена: ${name}`,
  offline: (_name, problem) => problem ?? '',
  done: (name) => `Загружен: ${name}`,
  failed: (name, problem) => `Не удалось загрузить: ${name}. ${problem ?? ''}`,
}

/** What changed last, for those who do not see the bars move; not every percent. */
const useNews = (uploads: Upload[]) => {
  const [announcement, setAnnouncement] = useState('')
  const before = useRef(new Map<string, UploadPhase>())
  useEffect(() => {
    const changed = uploads.filter(({ key, phase }) => before.current.get(key) !== phase)
    before.current = new Map(uploads.map(({ key, phase }) => [key, phase]))
    const messages = changed.flatMap(({ phase, name, problem }) => news[phase]?.(plainName(name), problem) ?? [])
    if (messages.length > 0) setAnnouncement([...new Set(messages)].join('. '))
  }, [uploads])
  return announcement
}
