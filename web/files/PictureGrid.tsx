import { type ReactNode, useState } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import classes from '#web/files/FileList.module.css'
import { pictureLink } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'
import type { PictureLayer } from '#web/files/LightBox.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

const LightBox = lateDialog(async () => ({ default: (await import('#web/files/LightBox.tsx')).LightBox }))

/**
 * Pictures side by side; a click shows one large, with the others to leaf through. `layer` is drawn over the large one,
 * `mark` over the small one. `asked` opens one of them from outside, each time again.
 */
export const PictureGrid = ({
  files,
  layer,
  mark,
  asked,
}: {
  files: StoredFile[]
  layer?: PictureLayer
  mark?: (file: StoredFile) => ReactNode
  asked?: { id: string; turn: number } | null
}) => {
  const [open, setOpen] = useState<number | null>(null)
  const [answered, setAnswered] = useState<number | null>(null)
  if (asked && asked.turn !== answered) {
    setAnswered(asked.turn)
    const index = files.findIndex(({ id }) => id === asked.id)
    if (index >= 0) setOpen(index)
  }
  return (
    <>
      <Box as="ul" gap={2} plain className={classes.grid} data-single={files.length === 1 || undefined}>
        {files.map((file, index) => (
          <li key={file.id}>
            <Picture file={file} large={files.length === 1} onOpen={() => setOpen(index)} />
            {mark?.(file)}
          </li>
        ))}
      </Box>
      {open !== null && <LightBox files={files} first={open} layer={layer} onClose={() => setOpen(null)} />}
    </>
  )
}

const Picture = ({ file: given, large, onOpen }: { file: StoredFile; large: boolean; onOpen: () => void }) => {
  const { file, gone, refresh } = useFreshFile(given)
  const { image } = file
  const name = plainName(file.name)
  if (gone)
    return (
      <Text size={2} tone="quiet" anywhere>
        {name}: файл удалён
      </Text>
    )
  return (
    <Box
      as="button"
      type="button"
      pad={0}
      ground="sunken"
      round="s"
      edge="line"
      className={classes.picture}
      onClick={onOpen}
      data-tip={name}
    >
      <img
        src={large ? pictureLink(file.url, 'w960') : image?.thumbnail_url}
        width={image?.width}
        height={image?.height}
        alt={name}
        loading="lazy"
        onError={refresh}
      />
    </Box>
  )
}
