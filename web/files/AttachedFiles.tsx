import { useRef } from 'react'
import { formatSize } from '#contract/files/file-size.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { removeFile } from '#web/files/attached-files.ts'
import { FileName } from '#web/files/FileName.tsx'
import classes from '#web/files/FileRows.module.css'
import { FileThumbnail } from '#web/files/FileThumbnail.tsx'
import { plainName } from '#web/files/file-names.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { moved } from '#web/ui/moved.ts'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'
import { type Moves, useReorder } from '#web/ui/use-reorder.ts'

type Change = (step: (files: StoredFile[]) => StoredFile[]) => void

/** Files that are attached already: each can be moved and removed. */
export const AttachedFiles = ({ files, change }: { files: StoredFile[]; change: Change }) => {
  const { moves, dragged, announced } = useReorder({
    ids: files.map(({ id }) => id),
    nameOf: (id) => plainName(files.find((file) => file.id === id)?.name ?? ''),
    move: (id, to) => change((current) => moved(current, (file) => file.id === id, to)),
  })
  const remove = (file: StoredFile, index: number) => {
    change((current) => removeFile(current, file.id))
    toast({
      severity: 'info',
      summary: 'Файл убран',
      detail: plainName(file.name),
      action: {
        label: 'Вернуть',
        onClick: () => change((current) => removeFile(current, file.id).toSpliced(index, 0, file)),
      },
    })
  }
  return (
    <>
      {files.length > 0 && (
        <Stack as="ul" plain aria-label="Прикреплённые файлы">
          {files.map((file, index) => (
            <AttachedFile
              key={file.id}
              file={file}
              place={index}
              count={files.length}
              dragged={dragged === file.id}
              moves={moves}
              onRemove={() => remove(file, index)}
            />
          ))}
        </Stack>
      )}
      <Text aloud role="status">
        {announced}
      </Text>
    </>
  )
}

const AttachedFile = ({
  file,
  place,
  count,
  dragged,
  moves,
  onRemove,
}: {
  file: StoredFile
  place: number
  count: number
  dragged: boolean
  moves: Moves<string>
  onRemove: () => void
}) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const name = plainName(file.name)
  return (
    <Row
      as="li"
      ref={row}
      gap={3}
      pad={1.5}
      padX={0}
      shrink
      className={classes.row}
      data-dragged={dragged || undefined}
    >
      <FileThumbnail file={file} />
      <Box size={4} tight grow>
        <FileName name={file.name} />
        <Text as="small" tone="quiet" digits>
          {formatSize(file.size)}
        </Text>
      </Box>
      <Row gap={0.5} fixed className={classes.actions}>
        {count > 1 && (
          <>
            <DragHandle moves={moves} id={file.id} className={classes.handle} />
            <MoveButtons moves={moves} id={file.id} name={name} first={place === 0} last={place === count - 1} />
          </>
        )}
        <RowAction icon="remove" name={name} onClick={onRemove} />
      </Row>
    </Row>
  )
}
