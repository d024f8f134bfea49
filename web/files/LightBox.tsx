import { CloseButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { downloadLink, followRenewed, mustRenew, pictureLink } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'
import classes from '#web/files/LightBox.module.css'
import { Center, Row, Text } from '#web/ui/layout.tsx'

/** A finger that has gone so far sideways leafs on, in pixels. */
const swipe = 50

/** What is drawn over a picture that is shown large: its place is in pixels of the stage, whose size comes along. */
export type PictureLayer = (
  file: StoredFile,
  place: { left: number; top: number; width: number; height: number; stage: { width: number; height: number } },
) => ReactNode

/** Pictures over the whole window, one at a time: Escape and the way back close, arrows and swipes leaf. */
export const LightBox = ({
  files,
  first,
  onClose,
  layer,
}: {
  files: StoredFile[]
  first: number
  onClose: () => void
  layer?: PictureLayer | undefined
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const touched = useRef<number | null>(null)
  const [index, setIndex] = useState(first)
  const file = files[index] as StoredFile
  const name = plainName(file.name)
  const { file: fresh, refresh } = useFreshFile(file)
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget
    if (!mustRenew(link)) return
    event.preventDefault()
    const renewed = await refresh()
    if (renewed) followRenewed(link, downloadLink(renewed.url))
  }

  // before it is painted: an Escape pressed on what is seen must find it open
  useLayoutEffect(() => {
    const { overflow } = document.documentElement.style
    dialog.current?.showModal()
    // not by an attribute: the focus would move before the dialog has noted where to give it back
    close.current?.focus()
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = overflow
    }
  }, [])

  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      dialog.current?.close()
      return true
    },
  })

  const leaf = (step: number) => setIndex((index + step + files.length) % files.length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') leaf(1)
    if (key === 'ArrowLeft') leaf(-1)
  }
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const way = (changedTouches[0]?.clientX ?? 0) - (touched.current ?? 0)
    if (touched.current !== null && Math.abs(way) > swipe) leaf(way < 0 ? 1 : -1)
    touched.current = null
  }
  return (
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={name}
      // who listens to keys on the page asks for this
      aria-modal="true"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={({ touches, target }) => {
        // two fingers enlarge, and in a field a finger moves the caret
        const leafs = touches.length === 1 && !(target as Element).closest('textarea')
        touched.current = leafs ? (touches[0]?.clientX ?? null) : null
      }}
      onTouchEnd={onTouchEnd}
    >
      <Row gap={2} fixed className={classes.head}>
        <Text size={4} grow clip>
          {name}
          {files.length > 1 && ` · ${index + 1} из ${files.length}`}
        </Text>
        <Center
          as="a"
          round="s"
          className={classes.button}
          href={downloadLink(fresh.url)}
          download={name}
          onClick={download}
          aria-label={`Скачать: ${name}`}
          data-tip="Скачать"
        >
          <IconDownload size={20} stroke={1.75} aria-hidden="true" />
        </Center>
        <CloseButton
          className={classes.button}
          size={40}
          aria-label="Закрыть"
          data-tip="Закрыть"
          ref={close}
          onClick={() => dialog.current?.close()}
        />
      </Row>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the room around the picture; Escape does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div
        className={classes.stage}
        data-layer={layer !== undefined || undefined}
        onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      >
        <Picture key={file.id} file={file} layer={layer} />
      </div>
      {files.length > 1 && (
        <>
          <Center
            as="button"
            type="button"
            round="s"
            className={classes.leaf}
            aria-label="Предыдущая"
            onClick={() => leaf(-1)}
          >
            <IconChevronLeft size={28} stroke={1.75} aria-hidden="true" />
          </Center>
          <Center
            as="button"
            type="button"
            round="s"
            className={classes.leaf}
            data-next
            aria-label="Следующая"
            onClick={() => leaf(1)}
          >
            <IconChevronRight size={28} stroke={1.75} aria-hidden="true" />
          </Center>
        </>
      )}
    </dialog>
  )
}

/** The small picture is shown until the large one is loaded. */
const Picture = ({ file: given, layer }: { file: StoredFile; layer?: PictureLayer | undefined }) => {
  const { file, gone, refresh } = useFreshFile(given)
  const image = useRef<HTMLImageElement>(null)
  const [place, setPlace] = useState<Parameters<PictureLayer>[1] | null>(null)
  useEffect(() => {
    const element = image.current
    if (!layer || !element) return
    const measure = () => {
      const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element
      const stage = { width: element.parentElement?.clientWidth ?? 0, height: element.parentElement?.clientHeight ?? 0 }
      setPlace(width > 0 ? { left, top, width, height, stage } : null)
    }
    // the window may grow without the picture: then it is elsewhere
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [layer])
  if (gone) return <p>Файл удалён</p>
  return (
    <>
      <img
        ref={image}
        src={pictureLink(file.url, 'w1920')}
        width={file.image?.width}
        height={file.image?.height}
        alt={plainName(file.name)}
        style={{ backgroundImage: `url("${file.image?.thumbnail_url}")` }}
        onError={refresh}
      />
      {layer && place && layer(file, place)}
    </>
  )
}
