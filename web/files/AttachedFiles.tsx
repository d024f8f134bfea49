import { IconGripVertical } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Center } from '#web/ui/layout.tsx'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { formatSize } from '#contract/files/file-size.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { moveFile, removeFile } from '#web/files/attached-files.ts'
import { FileName } from '#web/files/FileName.tsx'
import classes from '#web/files/FileRows.module.css'
import { FileThumbnail } from '#web/files/FileThumbnail.tsx'
import { plainName } from '#web/files/file-names.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { useDragOrder } from '#web/files/use-drag-order.ts'
import { useFocusAfter } from '#web/files/use-focus-after.ts'
import { toast } from '#web/ui/toasts.ts'

type Change = (step: (files: StoredFile[]) => StoredFile[]) => void

/** Files that are attached already: each can be moved, by dragging or by its buttons, and taken away. */
export const AttachedFiles = ({ files, change }: { files: StoredFile[]; change: Change }) => {
  const [said, setSaid] = useState('')
  const { dragged, begin } = useDragOrder((id, to) => {
    if (files.findIndex((file) => file.id === id) !== to) change((current) => moveFile(current, id, to))
  })
  const move = (file: StoredFile, to: number) => {
    if (to < 0 || to >= files.length) return
    change((current) => moveFile(current, file.id, to))
    setSaid(`${plainName(file.name)}: место ${to + 1} из ${files.length}`)
  }
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
        <ul className={classes.rows} aria-label="Прикреплённые файлы">
          {files.map((file, index) => (
            <AttachedFile
              key={file.id}
              file={file}
              place={index}
              count={files.length}
              dragged={dragged === file.id}
              onDrag={(event) => begin(event, file.id)}
              onMove={(to) => move(file, to)}
              onRemove={() => remove(file, index)}
            />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

const AttachedFile = ({
  file,
  place,
  count,
  dragged,
  onDrag,
  onMove,
  onRemove,
}: {
  file: StoredFile
  place: number
  count: number
  dragged: boolean
  onDrag: (event: React.PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
}) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const name = plainName(file.name)
  return (
    <li ref={row} className={classes.row} data-dragged={dragged || undefined}>
      <FileThumbnail file={file} />
      <div className={classes.words}>
        <FileName name={file.name} />
        <small className={classes.state}>{formatSize(file.size)}</small>
      </div>
      <div className={classes.actions}>
        {count > 1 && (
          <>
            {/* the buttons beside do the same for everybody who does not drag */}
            <Center
              as="span"
              tone="quiet"
              fixed
              className={classes.grip}
              onPointerDown={onDrag}
              data-tip="Перетащите, чтобы поменять порядок"
            >
              <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
            </Center>
            <RowAction icon="up" name={name} disabled={place === 0} onClick={() => onMove(place - 1)} />
            <RowAction icon="down" name={name} disabled={place === count - 1} onClick={() => onMove(place + 1)} />
          </>
        )}
        <RowAction icon="remove" name={name} onClick={onRemove} />
      </div>
    </li>
  )
}
