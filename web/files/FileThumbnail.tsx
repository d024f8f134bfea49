import type { ReactNode } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { FileIcon } from '#web/files/FileIcon.tsx'
import classes from '#web/files/FileThumbnail.module.css'
import { useFreshFile } from '#web/files/files.queries.ts'
import { Center } from '#web/ui/layout.tsx'

/** The square that identifies a file in a list. */
export const FileSquare = ({ children }: { children: ReactNode }) => (
  <Center as="span" tone="quiet" ground="sunken" round="s" fixed className={classes.square}>
    {children}
  </Center>
)

/** A picture made small, or a sign of what kind of file it is. */
export const FileThumbnail = ({ file: given }: { file: StoredFile }) => {
  const { file, refresh } = useFreshFile(given)
  return (
    <FileSquare>
      {file.image ? (
        <img src={file.image.thumbnail_url} alt="" loading="lazy" onError={refresh} />
      ) : (
        <FileIcon type={file.type} name={file.name} />
      )}
    </FileSquare>
  )
}
