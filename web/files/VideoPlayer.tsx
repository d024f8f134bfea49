import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { isSound, plainName } from '#web/files/file-names.ts'
import { formatPlace } from '#web/files/format-place.ts'
import { useFreshLink } from '#web/files/use-fresh-link.ts'
import { useWatchPlace } from '#web/files/use-watch-place.ts'
import classes from '#web/files/VideoPlayer.module.css'
import { Row, Stack } from '#web/ui/layout.tsx'

interface Film {
  id: string
  url: string
  name: string
  /** MIME type; a film unless it says otherwise. */
  type?: string
}

/**
 * A film or sound that plays at once, by range, from where its viewer stopped last time. A link that expires meanwhile
 * is replaced by a fresh one, and playing resumes at the same second.
 */
export const VideoPlayer = (props: PlayerProps) => <Player key={props.file.id} {...props} />

interface PlayerProps {
  file: Film
  captions?: string | undefined
  /** What stands below and works with the film. */
  tools?: ((media: RefObject<HTMLMediaElement | null>) => ReactNode) | undefined
}

const Player = ({ file, captions, tools }: PlayerProps) => {
  const media = useRef<HTMLVideoElement>(null)
  const link = useFreshLink(media, file)
  const place = useWatchPlace(media, file.id)
  const [withoutPicture, setWithoutPicture] = useState(false)
  const Media = isSound(file) ? 'audio' : 'video'
  return (
    <Stack gap={2}>
      <Media
        ref={media}
        className={classes.media}
        // some recordings differ from films only by having no picture
        data-sound={withoutPicture || undefined}
        onLoadedMetadata={({ currentTarget }) =>
          setWithoutPicture(currentTarget instanceof HTMLVideoElement && currentTarget.videoWidth === 0)
        }
        src={link.url}
        controls
        playsInline
        preload="metadata"
        aria-label={plainName(file.name)}
      >
        {captions && <track kind="captions" srcLang="ru" label="Субтитры" src={captions} default />}
      </Media>
      {tools?.(media)}
      {place.continued !== null && (
        <Row as="p" gap={1} gapX={2} wrap size={3} tone="soft" role="status">
          Продолжаем с {formatPlace(place.continued)}
          <Button variant="subtle" size="compact-sm" onClick={place.startOver}>
            Сначала
          </Button>
        </Row>
      )}
      {link.problem && (
        <Row as="p" gap={1} gapX={2} wrap size={3} tone="soft" role="alert">
          {link.problem}
          {link.retry && (
            <Button variant="default" size="compact-sm" onClick={link.retry}>
              Повторить
            </Button>
          )}
        </Row>
      )}
    </Stack>
  )
}
