import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { formatPlace } from '#contract/files/format-place.ts'
import { FilmChapters } from '#web/files/FilmChapters.tsx'
import { isSound, plainName } from '#web/files/file-names.ts'
import { type FilmQuality, qualities } from '#web/files/film-quality.ts'
import { type FilmVersion, useFilmVersion } from '#web/files/use-film-version.ts'
import { useFreshLink } from '#web/files/use-fresh-link.ts'
import { useWatchPlace } from '#web/files/use-watch-place.ts'
import classes from '#web/files/VideoPlayer.module.css'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

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
  /** As they are kept in a text. */
  chapters?: string | undefined
  /** What is below the film and works with it. */
  tools?: ((media: RefObject<HTMLMediaElement | null>) => ReactNode) | undefined
}

const qualityNames = { auto: 'Авто', source: 'Исходное', 720: '720p', 360: '360p' }

/** Chooses the version of a film that plays, where there is a choice. */
const FilmQualities = ({ version: { heights, quality, choose, progress } }: { version: FilmVersion }) => {
  const shown = qualities.filter(
    (each) => each === 'auto' || each === 'source' || heights.includes(Number(each) as 720),
  )
  return (
    <>
      {progress && (
        <Text as="p" size={3} tone="soft">
          {progress}
        </Text>
      )}
      {heights.length > 0 && (
        <Row as="label" gap={2} size={3} tone="soft">
          Качество
          <NativeSelect
            size="xs"
            value={shown.includes(quality) ? quality : 'auto'}
            data={shown.map((value) => ({ value, label: qualityNames[value] }))}
            onChange={({ currentTarget }) => choose(currentTarget.value as FilmQuality)}
          />
        </Row>
      )}
    </>
  )
}

const Player = ({ file, captions, chapters, tools }: PlayerProps) => {
  const media = useRef<HTMLVideoElement>(null)
  const version = useFilmVersion(file.id, !isSound(file))
  const link = useFreshLink(media, file, version)
  const place = useWatchPlace(media, file.id)
  const [withoutPicture, setWithoutPicture] = useState(false)
  const [ratio, setRatio] = useState<number>()
  const Media = isSound(file) ? 'audio' : 'video'
  return (
    <Stack gap={2}>
      <Media
        ref={media}
        className={classes.media}
        // some recordings differ from films only by having no picture
        data-sound={withoutPicture || undefined}
        // its place stays while another version loads
        style={{ aspectRatio: ratio }}
        onLoadedMetadata={({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLVideoElement)) return
          const { videoWidth, videoHeight } = currentTarget
          setWithoutPicture(videoWidth === 0)
          setRatio(videoWidth > 0 ? videoWidth / videoHeight : undefined)
        }}
        src={link.url}
        controls
        playsInline
        preload="metadata"
        aria-label={plainName(file.name)}
      >
        {captions && <track kind="captions" srcLang="ru" label="Субтитры" src={captions} default />}
      </Media>
      <FilmQualities version={version} />
      {chapters && <FilmChapters media={media} text={chapters} />}
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
