import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { formatSize } from '#contract/files/file-size.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/files/FileList.module.css'
import { FileName } from '#web/files/FileName.tsx'
import { FileThumbnail } from '#web/files/FileThumbnail.tsx'
import { downloadLink, isExpired } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'
import { Box, Text } from '#web/ui/layout.tsx'

/** What a browser shows by itself; the server lets it. */
const canOpen = (type: string) => type === 'application/pdf' || type === 'text/plain'

/** A file with its name and size, to open and download; `plain` below something that shows it already. */
export const FileCard = ({ file: given, plain = false }: { file: StoredFile; plain?: boolean }) => {
  const { file, gone, refresh } = useFreshFile(given)
  const name = plainName(file.name)
  const follow = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isExpired(file.url)) {
      // whether it is still there is found out beside
      void refresh()
      return
    }
    event.preventDefault()
    const link = event.currentTarget
    const fresh = await refresh()
    if (!fresh) return
    link.href = link.download ? downloadLink(fresh.url) : fresh.url
    link.click()
  }
  return (
    <div className={classes.card} data-plain={plain || undefined}>
      {!plain && <FileThumbnail file={file} />}
      <Box size={4} tight grow className={classes.words}>
        <FileName name={file.name} />
        <Text as="small" tone="quiet">
          {gone ? 'Файл удалён' : formatSize(file.size)}
        </Text>
      </Box>
      {!gone && (
        <>
          {canOpen(file.type) && (
            <a
              className={classes.action}
              href={file.url}
              target="_blank"
              rel="noreferrer"
              aria-label={`Открыть: ${name}`}
              onClick={follow}
            >
              <IconExternalLink size={17} stroke={1.75} aria-hidden="true" />
              <span>Открыть</span>
            </a>
          )}
          <a
            className={classes.action}
            href={file.url}
            download={name}
            aria-label={`Скачать: ${name}`}
            onClick={follow}
          >
            <IconDownload size={17} stroke={1.75} aria-hidden="true" />
            <span>Скачать</span>
          </a>
        </>
      )}
    </div>
  )
}
