import type { StoredFile } from '#contract/files/files.schema.ts'
import { FileCard } from '#web/files/FileCard.tsx'
import classes from '#web/files/FileList.module.css'
import { captionsOf, isCaptionsOfOne } from '#web/files/file-names.ts'
import { PictureGrid } from '#web/files/PictureGrid.tsx'
import { VideoPlayer } from '#web/files/VideoPlayer.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'

const isMedia = ({ type }: StoredFile) => /^(video|audio)\//.test(type)

/** Files for those who read: pictures to look at, films and sounds to play, the rest to open and download. */
export const FileList = ({ files, label = 'Файлы' }: { files: StoredFile[]; label?: string }) => {
  const listed = files.filter((file) => !isCaptionsOfOne(file, files))
  const pictures = listed.filter(({ image }) => image)
  const others = listed.filter(({ image }) => !image)
  if (listed.length === 0) return null
  return (
    <Stack as="section" gap={3} className={classes.files} aria-label={label}>
      {pictures.length > 0 && <PictureGrid files={pictures} />}
      {others.length > 0 && (
        <Stack as="ul" gap={2} plain>
          {others.map((file) => (
            <Box as="li" shrink key={file.id}>
              {isMedia(file) && <VideoPlayer file={file} captions={captionsOf(file, files)?.url} />}
              <FileCard file={file} plain={isMedia(file)} />
            </Box>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
