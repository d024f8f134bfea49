import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, useId, useState } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/compare/Compare.module.css'
import { pictureLink } from '#web/files/file-links.ts'
import { plainName } from '#web/files/file-names.ts'
import { useFreshFile } from '#web/files/files.queries.ts'

/** Two versions of a picture: one over the other with a line to drag, or side by side. */
export const PictureSlider = ({ before, after }: { before: StoredFile; after: StoredFile }) => {
  const [way, setWay] = useState('slider')
  const [line, setLine] = useState(50)
  const id = useId()
  const name = plainName(after.name)
  return (
    <Stack as="figure" gap={2} className={classes.pictures}>
      <Row as="figcaption" gap={1.5} gapX={3} wrap justify="between" anywhere>
        <span>{name}</span>
        <SegmentedControl
          size="sm"
          aria-label={`Как сравнить: ${name}`}
          value={way}
          onChange={setWay}
          data={[
            { value: 'slider', label: 'Шторка' },
            { value: 'beside', label: 'Рядом' },
          ]}
        />
      </Row>
      {way === 'beside' ? (
        <Grid least={15} gap={3}>
          <div>
            <Text size={3} tone="quiet">
              Было
            </Text>
            <Picture file={before} alt={`Было: ${name}`} />
          </div>
          <div>
            <Text size={3} tone="quiet">
              Стало
            </Text>
            <Picture file={after} alt={`Стало: ${name}`} />
          </div>
        </Grid>
      ) : (
        <>
          <div className={classes.over} style={{ '--line': `${line}%` } as CSSProperties}>
            <Picture file={before} alt={`Было: ${name}`} />
            <Picture file={after} alt={`Стало: ${name}`} over />
            <i aria-hidden="true" />
          </div>
          <Row as="label" gap={2.5} size={3} className={classes.slider} htmlFor={id}>
            <span>Было</span>
            <input
              id={id}
              type="range"
              min={0}
              max={100}
              value={line}
              aria-label={`Сколько видно от новой картинки: ${name}`}
              aria-valuetext={`${100 - line} %`}
              onChange={({ currentTarget }) => setLine(Number(currentTarget.value))}
            />
            <span>Стало</span>
          </Row>
        </>
      )}
    </Stack>
  )
}

const Picture = ({ file: given, alt, over }: { file: StoredFile; alt: string; over?: boolean }) => {
  const { file, gone, refresh } = useFreshFile(given)
  if (gone)
    return (
      <Text size={3} tone="quiet">
        Файл удалён
      </Text>
    )
  return (
    <img
      src={pictureLink(file.url, 'w960')}
      width={file.image?.width}
      height={file.image?.height}
      alt={alt}
      data-over={over || undefined}
      onError={refresh}
    />
  )
}
