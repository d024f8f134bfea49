import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMessagePlus, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import classes from '#web/anchors/Pdf.module.css'
import { PdfPage } from '#web/anchors/PdfPage.tsx'
import { RemarkForm } from '#web/anchors/RemarkForm.tsx'
import { type RemarkPlaces, remarksOn } from '#web/anchors/remark-places.ts'
import { usePdf } from '#web/anchors/use-pdf.ts'
import { isExpired } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const zooms = [0.5, 0.75, 1, 1.5, 2, 3]

interface NewPlace {
  page: number
  x?: number
  y?: number
}

/** A PDF page by page, in place, with its remarks: a click on a page makes one there. */
export const PdfViewer = ({
  file,
  places: { remarks, shown, onShow, onAdd, draftKey },
}: {
  file: StoredFile
  places: RemarkPlaces
}) => {
  const pages = useRef<HTMLElement>(null)
  const [turn, setTurn] = useState(0)
  const { file: fresh, gone, refresh } = useFreshFile(file)
  const [waits, setWaits] = useState(() => isExpired(file.url))
  const { open, problem } = usePdf(waits ? null : fresh.url, turn)
  /** Bytes come as they are needed, and a link may have expired by then: another one opens the file again. */
  const renew = async () => {
    if (isExpired(fresh.url)) await refresh()
    setWaits(false)
  }
  const renewNow = useEffectEvent(renew)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is looked at
  useEffect(() => void renewNow(), [fresh.url])
  const [room, setRoom] = useState(0)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(1)
  const [making, setMaking] = useState<NewPlace | null>(null)
  const anchorAt = (place: NewPlace): Anchor => ({ kind: 'pdf', file_id: file.id, ...place })
  const marks = remarksOn(remarks, 'pdf', file.id)
  const asked = marks.find(({ remark }) => remark.key === shown?.key)
  const count = open?.pdf.numPages ?? 0

  useEffect(() => {
    const element = pages.current
    if (!element || !open) return
    const observer = new ResizeObserver(() => setRoom(Math.max(120, element.clientWidth - 24)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])

  const goTo = useEffectEvent((number: number) => {
    const element = pages.current
    const target = element?.querySelector<HTMLElement>(`[data-page="${number}"]`)
    if (!element || !target) return
    element.scrollTop = target.offsetTop - 12
    setPage(number)
  })
  const askedPage = asked?.anchor.page
  const askedTurn = asked && shown?.turn
  useEffect(() => {
    if (askedTurn === undefined || room === 0) return
    goTo(askedPage ?? 1)
    pages.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [askedTurn, askedPage, room])

  const follow = () => {
    const element = pages.current
    if (!element) return
    const middle = element.scrollTop + element.clientHeight / 2
    const seen = [...element.querySelectorAll<HTMLElement>('[data-page]')].findLast(
      ({ offsetTop }) => offsetTop <= middle,
    )
    if (seen) setPage(Number(seen.dataset.page))
  }
  const zoomBy = (step: number) => setZoom(zooms[zooms.indexOf(zoom) + step] ?? zoom)

  const retry = async () => {
    await refresh()
    setTurn((before) => before + 1)
  }

  if (gone) return <p>Файл удалён</p>
  if (problem) {
    return (
      <Row gap={2} gapX={3} wrap pad={3} padX={0} role="alert">
        <p>{problem}</p>
        <Button size="sm" variant="default" onClick={() => void retry()}>
          Повторить
        </Button>
      </Row>
    )
  }
  if (!open) return <SkeletonList count={1} height={320} />
  return (
    <Stack as="section" gap={2} mt={2} mb={3} aria-label={`PDF: ${plainName(file.name)}`}>
      <Row gap={0.5} wrap>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Предыдущая страница"
          disabled={page <= 1}
          onClick={() => goTo(page - 1)}
        >
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <Text as="span" size={2} tone="soft" digits className={classes.number} role="status">
          {page} из {count}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Следующая страница"
          disabled={page >= count}
          onClick={() => goTo(page + 1)}
        >
          <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Мельче"
          disabled={zoom === zooms[0]}
          onClick={() => zoomBy(-1)}
        >
          <IconMinus size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <Text as="span" size={2} tone="soft" digits className={classes.number}>
          {Math.round(zoom * 100)} %
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Крупнее"
          disabled={zoom === zooms.at(-1)}
          onClick={() => zoomBy(1)}
        >
          <IconPlus size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        {onAdd && (
          <Button
            size="compact-sm"
            variant="subtle"
            className={classes.add}
            leftSection={<IconMessagePlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setMaking({ page })}
          >
            Замечание к этой странице
          </Button>
        )}
      </Row>
      {making && onAdd && (
        <RemarkForm
          anchor={anchorAt(making)}
          draftKey={`${draftKey}:${file.id}`}
          about={making.x === undefined ? `страница ${making.page}` : `место на странице ${making.page}`}
          onAdd={(text) => {
            onAdd({ text, anchor: anchorAt(making) })
            setMaking(null)
          }}
          onCancel={() => setMaking(null)}
        />
      )}
      {/* what is scrolled is scrolled by keys, too */}
      <Stack
        as="section"
        ref={pages}
        gap={3}
        pad={3}
        round="m"
        edge="line"
        className={classes.pages}
        tabIndex={0}
        aria-label="Страницы"
        onScroll={follow}
      >
        {room > 0 &&
          Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              pdf={open.pdf}
              number={number}
              firstSize={open.size}
              width={Math.round(room * zoom)}
              onFailure={() => void renew()}
              marks={marks
                .filter(({ anchor }) => anchor.page === number)
                // what is about a page as a whole is put at its corner
                .map(({ remark, anchor: { x = 0.97, y = 0.03 } }) => ({ remark, place: { x, y } }))}
              pending={making?.page === number && making.x !== undefined ? { x: making.x, y: making.y ?? 0 } : null}
              shownKey={shown?.key}
              onShow={(key) => onShow?.(key)}
              onPlace={onAdd && ((place) => setMaking({ page: number, ...place }))}
            />
          ))}
      </Stack>
    </Stack>
  )
}
