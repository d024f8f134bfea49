import { Button, Input } from '@mantine/core'
import { useRef } from 'react'
import classes from '#web/projects/ProjectForm.module.css'
import { Cover } from '#web/ui/Cover.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { UploadList } from '#web/uploads/UploadList.tsx'
import { cancelUpload, startUpload, useUploads } from '#web/uploads/uploads.ts'
import { useTakenUploads } from '#web/uploads/use-taken-uploads.ts'

const check = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  maxSize: 20 * 1_048_576,
}

/** The cover of a project: an uploaded picture, or the one that is drawn. The value is the address of the picture. */
export const CoverField = ({
  target,
  value,
  drawn,
  error,
  onChange,
}: {
  /** What uploads are for. */
  target: string
  /** Empty for the drawn cover. */
  value: string
  /** The address of the drawn cover; none before the project is saved. */
  drawn: string | undefined
  error?: string
  onChange: (address: string) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const uploads = useUploads(target)
  useTakenUploads(uploads, ({ url }) => onChange(url))

  const shown = value || drawn
  return (
    <Input.Wrapper
      label="Обложка"
      labelElement="div"
      description={value ? null : 'Без своей картинки обложка рисуется сама'}
      error={error}
    >
      <Stack gap={3} mt={1.5}>
        {shown && <Cover url={shown} className={classes.cover} />}
        <UploadList target={target} />
        <Row gap={2} wrap stacked align="stretch">
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {value ? 'Сменить картинку' : 'Выбрать картинку'}
          </Button>
          {value && (
            <Button variant="subtle" color="gray" size="sm" onClick={() => onChange('')}>
              Вернуть нарисованную
            </Button>
          )}
        </Row>
        <FileInput
          ref={input}
          aria-label="Файл обложки"
          accept={check.types.join(',')}
          onFiles={([file]) => {
            // a cover is one picture: the one before is not waited for any more
            for (const { key } of uploads) cancelUpload(key)
            if (file) startUpload(file, { target, check })
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}
