import { Button } from '@mantine/core'
import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FileCheck } from '#contract/files/check-file.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { counted } from '#contract/plural.ts'
import { AttachedFiles } from '#web/files/AttachedFiles.tsx'
import { addFile } from '#web/files/attached-files.ts'
import classes from '#web/files/FilesField.module.css'
import { inputAccept, takesPictures } from '#web/files/file-accept.ts'
import { useFileDrop } from '#web/files/file-drop.ts'
import { plainName } from '#web/files/file-names.ts'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import { UploadList } from '#web/uploads/UploadList.tsx'
import { startUpload, useUploads } from '#web/uploads/uploads.ts'
import { useTakenUploads } from '#web/uploads/use-taken-uploads.ts'

/** Files of a form: dropped, pasted, picked or photographed, sent at once, put in order, removed. */
export const FilesField = ({
  label,
  target,
  value,
  onChange,
  check,
  max = 50,
}: {
  label: string
  /** What the files are for: `task:12`. Uploads that a reload cut off come back to the field with the same target. */
  target: string
  value: StoredFile[]
  onChange: (files: StoredFile[]) => void
  check?: FileCheck
  max?: number
}) => {
  const root = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const change = useLatestFiles(value, onChange)
  const count = useAttachWhenDone(target, change) + value.length

  const [refused, setRefused] = useState<string[]>([])

  const add = (files: File[]) => {
    const room = Math.max(0, max - count)
    if (files.length > room) {
      const detail = `Можно прикрепить не больше ${counted(max, 'файла', 'файлов', 'файлов')}`
      toast({ severity: 'error', summary: 'Ошибка', detail, life: 3000, key: 'files' })
    }
    setRefused(files.filter((file, index) => index >= room || !startUpload(file, { target, check })).map(nameOf))
  }
  const over = useFileDrop(root, add)
  return (
    <Stack unprinted={value.length === 0} as="fieldset" ref={root} gap={2}>
      <Box as="legend" size={4} weight="medium" className={classes.label}>
        {label}
      </Box>
      <AttachedFiles files={value} change={change} />
      <UploadList target={target} />
      <Row
        unprinted
        gap={2}
        gapX={3}
        wrap
        pad={3}
        padX={4}
        size={3}
        tone="quiet"
        round="m"
        className={classes.zone}
        data-over={over || undefined}
      >
        <IconPaperclip size={20} stroke={1.6} aria-hidden="true" />
        <p className={classes.drop}>
          {max === 1 ? 'Перетащите файл' : 'Перетащите файлы'} сюда или вставьте из буфера обмена
        </p>
        <Row gap={2} wrap align="stretch" className={classes.buttons}>
          <Button variant="default" size="sm" data-add onClick={() => input.current?.click()}>
            {max === 1 ? 'Выбрать файл' : 'Выбрать файлы'}
          </Button>
          {takesPictures(check) && (
            <Button
              variant="default"
              size="sm"
              className={classes.camera}
              leftSection={<IconCamera size={17} aria-hidden="true" />}
              onClick={() => camera.current?.click()}
            >
              Сфотографировать
            </Button>
          )}
        </Row>
        <FileInput ref={input} multiple accept={inputAccept(check)} aria-label={label} onFiles={add} />
        <FileInput
          ref={camera}
          accept="image/*"
          capture="environment"
          aria-label={`${label}: фото с камеры`}
          onFiles={add}
        />
      </Row>
      {refused.length > 0 && (
        <Text size={2} tone="bad" tight anywhere>
          {refused.length === 1 ? 'Не прикреплён' : 'Не прикреплены'}: {refused.join(', ')}
        </Text>
      )}
    </Stack>
  )
}

const nameOf = ({ name }: File) => plainName(name)

/** Changes the files as they are by now: several uploads may end before the form is drawn again. */
const useLatestFiles = (value: StoredFile[], onChange: (files: StoredFile[]) => void) => {
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  }, [value, onChange])
  return (step: (files: StoredFile[]) => StoredFile[]) => {
    latest.current.value = step(latest.current.value)
    latest.current.onChange(latest.current.value)
  }
}

/** Puts finished uploads among the files; returns how many are still on their way. */
const useAttachWhenDone = (target: string, change: (step: (files: StoredFile[]) => StoredFile[]) => void) => {
  const uploads = useUploads(target)
  const begun = useRef(new Map<string, number>())
  useTakenUploads(uploads, (file, begunAt) => {
    begun.current.set(file.id, begunAt)
    change((files) => addFile(files, file, begun.current))
  })
  return uploads.filter(({ phase }) => phase !== 'done').length
}
