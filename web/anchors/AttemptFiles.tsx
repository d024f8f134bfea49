import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { MediaRemarks } from '#web/anchors/MediaRemarks.tsx'
import { pictureLayer } from '#web/anchors/picture-layer.tsx'
import { type RemarkPlaces, remarksOn } from '#web/anchors/remark-places.ts'
import { latePart } from '#web/app/late.tsx'
import { FileList } from '#web/files/FileList.tsx'
import { Text } from '#web/ui/layout.tsx'

const PdfViewer = latePart(
  async () => ({ default: (await import('#web/anchors/PdfViewer.tsx')).PdfViewer }),
  () => <Skeleton height={320} />,
)

/**
 * The files of an attempt with the remarks on them: pictures, films and recordings, PDF in place, the rest as cards.
 */
export const AttemptFiles = ({ files, places }: { files: StoredFile[]; places: RemarkPlaces }) => {
  const { remarks, shown } = places
  const asked = remarks.find(({ key }) => key === shown?.key)?.anchor
  const layer = pictureLayer(places)
  return (
    <FileList
      files={files}
      pictures={{
        ...(layer ? { layer } : {}),
        mark: ({ id }) => <PictureMarks numbers={remarksOn(remarks, 'image', id).map(({ remark }) => remark.number)} />,
        asked: asked?.kind === 'image' && shown ? { id: asked.file_id, turn: shown.turn } : null,
      }}
      tools={({ id }, media) => <MediaRemarks media={media} fileId={id} places={places} />}
      below={(file) => file.type === 'application/pdf' && <PdfInPlace file={file} places={places} />}
    />
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
