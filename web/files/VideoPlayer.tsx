import { Button } from '@mantine/core'
import { useRef } from 'react'
import { plainName } from '#web/files/file-names.ts'
import { formatPlace } from '#web/files/place-words.ts'
import { useFreshLink } from '#web/files/use-fresh-link.ts'
import { useWatchPlace } from '#web/files/use-watch-place.ts'
import classes from '#web/files/VideoPlayer.module.css'

interface Film {
  id: string
  url: string
  name: string
  /** MIME type; a film unless it says otherwise. */
  type?: string
}

/**
 * A film or sound that plays at once, by range, from where its viewer stopped last time. A link that expires meanwhile
 * is fetched anew, and it goes on at the same second.
 */
export const VideoPlayer = ({ file, captions }: { file: Film; captions?: string }) => (
  <Player key={file.id} file={file} captions={captions} />
)

const Player = ({ file, captions }: { file: Film; captions?: string }) => {
  const media = useRef<HTMLVideoElement>(null)
  const link = useFreshLink(media, file)
  const place = useWatchPlace(media, file.id)
  const Media = file.type?.startsWith('audio/') ? 'audio' : 'video'
  return (
    <div className={classes.player}>
      <Media
        ref={media}
        className={classes.media}
        src={link.url}
        controls
        playsInline
        preload="metadata"
        aria-label={plainName(file.name)}
      >
        {captions && <track kind="captions" srcLang="ru" label="Субтитры" src={captions} default />}
      </Media>
      {place.continued !== null && (
        <p className={classes.note} role="status">
          Продолжаем с {formatPlace(place.continued)}
          <Button variant="subtle" size="compact-sm" onClick={place.startOver}>
            Сначала
          </Button>
        </p>
      )}
      {link.problem && (
        <p className={classes.note} role="alert">
          {link.problem}
          {link.retry && (
            <Button variant="default" size="compact-sm" onClick={link.retry}>
              Повторить
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
