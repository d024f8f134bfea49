import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent } from 'react'
import { formatSize } from '#contract/files/file-size.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/files/FileList.module.css'
import { FileName } from '#web/files/FileName.tsx'
import { FileThumbnail } from '#web/files/FileThumbnail.tsx'
import { downloadLink, followRenewed, mustRenew } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** What a browser shows by itself; the server lets it. */
const canOpen = (type: string) => type === 'application/pdf' || type === 'text/plain'

/** A file with its name and size, to open and download; `plain` below something that shows it already. */
export const FileCard = ({ file: given, plain = false }: { file: StoredFile; plain?: boolean }) => {
  const { file, gone, refresh } = useFreshFile(given)
  const name = plainName(file.name)
  const follow = async (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget
    if (!mustRenew(link)) {
      // whether it is still there is found out beside
      void refresh()
      return
    }
    event.preventDefault()
    const fresh = await refresh()
    if (fresh) followRenewed(link, link.download ? downloadLink(fresh.url) : fresh.url)
  }
  return (
    <Row gap={1} gapX={3} {...(!plain && card)} className={plain ? classes.plain : classes.card}>
      {!plain && <FileThumbnail file={file} />}
      <Box size={4} tight grow className={classes.text}>
        <FileName name={file.name} />
        <Text as="small" tone="quiet">
          {gone ? 'Файл удалён' : formatSize(file.size)}
        </Text>
      </Box>
      {!gone && (
        <>
          {canOpen(file.type) && (
            <Act href={file.url} target="_blank" rel="noreferrer" aria-label={`Открыть: ${name}`} onClick={follow}>
              <IconExternalLink size={17} stroke={1.75} aria-hidden="true" />
              <span>Открыть</span>
            </Act>
          )}
          <Act href={file.url} download={name} aria-label={`Скачать: ${name}`} onClick={follow}>
            <IconDownload size={17} stroke={1.75} aria-hidden="true" />
            <span>Скачать</span>
          </Act>
        </>
      )}
    </Row>
  )
}

const card = { ground: 'surface', round: 'm', edge: 'line' } as const

const Act = (props: ComponentProps<'a'>) => (
  <Row
    as="a"
    inline
    gap={1.5}
    padX={2}
    round="s"
    size={3}
    tone="brand"
    weight="medium"
    hover="brand"
    fixed
    className={classes.action}
    {...props}
  />
)
