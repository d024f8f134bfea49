import type { ComponentProps, ReactNode, RefObject } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { FileCard } from '#web/files/FileCard.tsx'
import classes from '#web/files/FileList.module.css'
import { captionsOf, isCaptionsOfOne, isMedia } from '#web/files/file-names.ts'
import { PictureGrid } from '#web/files/PictureGrid.tsx'
import { VideoPlayer } from '#web/files/VideoPlayer.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'

/**
 * Files for those who read: pictures to look at, films and sounds to play, the rest to open and download. `tools` are
 * below what plays and work with it, `below` is what a file has beside its card.
 */
export const FileList = ({
  files,
  label = 'Файлы',
  pictures,
  tools,
  below,
}: {
  files: StoredFile[]
  label?: string
  pictures?: Omit<ComponentProps<typeof PictureGrid>, 'files'>
  tools?: (file: StoredFile, media: RefObject<HTMLMediaElement | null>) => ReactNode
  below?: (file: StoredFile) => ReactNode
}) => {
  const listed = files.filter((file) => !isCaptionsOfOne(file, files))
  const images = listed.filter(({ image }) => image)
  const others = listed.filter(({ image }) => !image)
  if (listed.length === 0) return null
  return (
    <Stack as="section" gap={3} className={classes.files} aria-label={label}>
      {images.length > 0 && <PictureGrid files={images} {...pictures} />}
      {others.length > 0 && (
        <Stack as="ul" gap={2} plain>
          {others.map((file) => (
            <Box as="li" shrink key={file.id}>
              {isMedia(file) && (
                <VideoPlayer
                  file={file}
                  captions={captionsOf(file, files)?.url}
                  tools={tools && ((media) => tools(file, media))}
                />
              )}
              <FileCard file={file} plain={isMedia(file)} />
              {below?.(file)}
            </Box>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
