import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { MediaRemarks } from '#web/anchors/MediaRemarks.tsx'
import { pictureLayer } from '#web/anchors/picture-layer.tsx'
import { type RemarkPlaces, remarksOn } from '#web/anchors/remark-places.ts'
import { latePart } from '#web/app/late.tsx'
import { FileCard } from '#web/files/FileCard.tsx'
import listClasses from '#web/files/FileList.module.css'
import { captionsOf, isCaptionsOfOne, isSound } from '#web/files/file-names.ts'
import { PictureGrid } from '#web/files/PictureGrid.tsx'
import { VideoPlayer } from '#web/files/VideoPlayer.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

const PdfViewer = latePart(
  async () => ({ default: (await import('#web/anchors/PdfViewer.tsx')).PdfViewer }),
  () => <Skeleton height={320} />,
)

const isMedia = (file: StoredFile) => file.type.startsWith('video/') || isSound(file)

/**
 * The files of an attempt with the remarks on them: pictures, films and recordings, PDF in place, the rest as cards.
 */
export const AttemptFiles = ({ files, places }: { files: StoredFile[]; places: RemarkPlaces }) => {
  const listed = files.filter((file) => !isCaptionsOfOne(file, files))
  const pictures = listed.filter(({ image }) => image)
  const others = listed.filter(({ image }) => !image)
  if (listed.length === 0) return null
  const { remarks, shown } = places
  const asked = remarks.find(({ key }) => key === shown?.key)?.anchor
  const layer = pictureLayer(places)
  return (
    <Stack as="section" gap={3} className={listClasses.files} aria-label="Файлы">
      {pictures.length > 0 && (
        <PictureGrid
          files={pictures}
          {...(layer ? { layer } : {})}
          mark={({ id }) => (
            <PictureMarks numbers={remarksOn(remarks, 'image', id).map(({ remark }) => remark.number)} />
          )}
          asked={asked?.kind === 'image' && shown ? { id: asked.file_id, turn: shown.turn } : null}
        />
      )}
      {others.length > 0 && (
        <Stack as="ul" gap={2} plain>
          {others.map((file) => (
            <Box as="li" shrink key={file.id}>
              {isMedia(file) && (
                <VideoPlayer
                  file={file}
                  captions={captionsOf(file, files)?.url}
                  tools={(media) => <MediaRemarks media={media} fileId={file.id} places={places} />}
                />
              )}
              <FileCard file={file} plain={isMedia(file)} />
              {file.type === 'application/pdf' && <PdfInPlace file={file} places={places} />}
            </Box>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const PictureMarks = ({ numbers }: { numbers: number[] }) =>
  numbers.length > 0 && (
    <Text as="span" padX={1.5} size={1} weight="strong" className={classes.count}>
      <Text as="span" aloud>
        Замечания:{' '}
      </Text>
      {numbers.join(', ')}
    </Text>
  )

/** A PDF is opened on the page once somebody asks for it, or for a remark on it. */
const PdfInPlace = ({ file, places }: { file: StoredFile; places: RemarkPlaces }) => {
  const [open, setOpen] = useState(false)
  const { shown } = places
  const marks = remarksOn(places.remarks, 'pdf', file.id)
  const askedTurn = marks.some(({ remark }) => remark.key === shown?.key) ? shown?.turn : undefined
  const [answered, setAnswered] = useState<number | undefined>(undefined)
  if (askedTurn !== answered) {
    setAnswered(askedTurn)
    if (askedTurn !== undefined) setOpen(true)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.tool}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Свернуть PDF' : 'Показать PDF здесь'}
        {!open && marks.length > 0 && ` (замечания: ${marks.map(({ remark }) => remark.number).join(', ')})`}
      </Button>
      {open && <PdfViewer file={file} places={places} />}
    </>
  )
}
