import { type RefObject, useEffect, useMemo, useState } from 'react'
import { type Chapter, readChapters } from '#contract/content/chapters.ts'
import { formatPlace } from '#contract/files/format-place.ts'
import classes from '#web/files/FilmChapters.module.css'
import { Box, Text } from '#web/ui/layout.tsx'

/** The chapter that plays at this second; -1 before the first. */
const chapterAt = (chapters: Chapter[], seconds: number) => chapters.findLastIndex((each) => each.seconds <= seconds)

const useChapter = (media: RefObject<HTMLMediaElement | null>, chapters: Chapter[]) => {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    const element = media.current
    if (!element) return
    // a seek ends a fraction of a second before where it was sent
    const follow = () => setCurrent(chapterAt(chapters, element.currentTime + 0.1))
    follow()
    const names = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata']
    for (const name of names) element.addEventListener(name, follow)
    return () => {
      for (const name of names) element.removeEventListener(name, follow)
    }
  }, [media, chapters])
  return current
}

/** The chapters of a film; each one plays from its beginning when it is pressed. */
export const FilmChapters = ({ media, text }: { media: RefObject<HTMLMediaElement | null>; text: string }) => {
  const chapters = useMemo(() => readChapters(text).chapters, [text])
  const current = useChapter(media, chapters)
  const play = ({ seconds }: Chapter) => {
    const element = media.current
    if (!element) return
    element.currentTime = seconds
    // a browser that will not play shows the picture there
    element.play().catch(() => {})
  }
  return (
    <Box as="nav" aria-label="Главы видео" round="m" edge="line" className={classes.chapters}>
      {chapters.map((chapter, index) => (
        <Box
          as="button"
          key={chapter.seconds}
          type="button"
          pad={2}
          padX={3}
          size={3}
          ground={index === current ? 'brand' : undefined}
          hover="sunken"
          className={classes.chapter}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => play(chapter)}
        >
          <Text as="span" tone="soft" digits>
            {formatPlace(chapter.seconds)}
          </Text>
          <Text as="span" anywhere>
            {chapter.name}
          </Text>
        </Box>
      ))}
    </Box>
  )
}
