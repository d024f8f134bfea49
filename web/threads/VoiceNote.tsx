import type { ReactNode } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { VideoPlayer } from '#web/files/VideoPlayer.tsx'
import classes from '#web/threads/Thread.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

const prefix = 'Голосовое сообщение'

/** The name of a recording: its length is in it, because recordings of a browser do not know theirs. */
export const voiceName = (length: string, ending: string) => `${prefix} ${length.replaceAll(':', '-')}${ending}`

const lengthOf = (name: string) => /(\d+)-(\d\d)\.\w+$/.exec(name)

/** A recording in the thread, played in place; `aside` is beside its player. */
export const VoiceNote = ({ file, aside }: { file: StoredFile; aside?: ReactNode }) => {
  const length = file.name.startsWith(prefix) ? lengthOf(file.name) : null
  return (
    <div className={classes.voice}>
      <Text size={3} tone="soft" anywhere>
        {length ? `${prefix}, ${length[1]}:${length[2]}` : file.name}
      </Text>
      <Row gap={2} className={classes.player}>
        <VideoPlayer file={file} />
        {aside}
      </Row>
    </div>
  )
}
