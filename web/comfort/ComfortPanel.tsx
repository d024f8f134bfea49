import { useEffect, useRef } from 'react'
import { useUnfolded } from '#web/app/use-unfolded.ts'
import classes from '#web/comfort/ComfortPanel.module.css'
import { comfortChoices } from '#web/comfort/comfort-choices.ts'
import { Box, Grid, Row, Text } from '#web/ui/layout.tsx'

/**
 * «Удобство чтения»: settings of how pages look on this device. Also drawn by the server: `before-paint.js` keeps the
 * settings and applies them to the document before the first paint, `comfort.css` does the rest. Without scripts, the
 * panel explains what the browser itself offers. `copy`: the markup of edition 9 for a version for visually impaired
 * readers.
 */
export const ComfortPanel = ({ copy = false }: { copy?: boolean }) => {
  const open = useUnfolded('[data-comfort]')
  const panel = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // when it is drawn open, no event reports that it opened
    if (panel.current?.open) panel.current.dispatchEvent(new Event('toggle'))
  }, [])
  return (
    <Box as="details" unprinted size={4} ref={panel} className={classes.panel} open={open} data-comfort="">
      <Row
        as="summary"
        inline
        plain
        gap={2}
        pad={1.5}
        padX={3}
        tone="soft"
        weight="medium"
        tight
        round="s"
        hover="sunken"
        itemProp={copy ? 'copy' : undefined}
      >
        <svg
          width="18"
          height="18"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          aria-hidden="true"
        >
          <g strokeLinecap="round" strokeLinejoin="round">
            <path d="M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0" />
            <path d="M21 12c-2.4 4 -5.4 6 -9 6s-6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6s6.6 2 9 6" />
          </g>
        </svg>
        Удобство чтения
      </Row>
      {/* without scripts nothing but the server draws it: the bundle need not carry it */}
      {import.meta.env.SSR && (
        <Text
          mt={3}
          pad={5}
          tone="ink"
          ground="surface"
          round="m"
          edge="line"
          shadow="card"
          className={classes.without}
        >
          Этот выбор запоминается, когда в браузере включены скрипты. Без них текст увеличивает сам браузер: Ctrl и
          плюс.
        </Text>
      )}
      <Box
        as="form"
        mt={3}
        pad={5}
        tone="ink"
        ground="surface"
        round="m"
        edge="line"
        shadow="card"
        className={classes.form}
        aria-label="Удобство чтения"
      >
        <Grid least={22} gap={4} gapX={6}>
          {comfortChoices.map(({ name, title, options }) => (
            <fieldset key={name}>
              <Box as="legend" mb={2} weight="strong">
                {title}
              </Box>
              <Row wrap gap={2}>
                {options.map(([value, label]) => (
                  <Row
                    as="label"
                    inline
                    gap={2}
                    pad={1.5}
                    padX={3}
                    tight
                    ground="surface"
                    round="s"
                    key={value}
                    data-comfort-sample={name === 'colours' ? value : undefined}
                  >
                    <input type="radio" name={`comfort-${name}`} value={value} defaultChecked={value === ''} />
                    {label}
                  </Row>
                ))}
              </Row>
            </fieldset>
          ))}
        </Grid>
        <Row gap={3} gapX={4} wrap mt={5} className={classes.foot}>
          <Box as="button" pad={1.5} padX={4} tone="ink" weight="medium" hover="sunken" round="s" type="reset">
            Вернуть как было
          </Box>
          <Text size={2} tone="quiet" tight from={16}>
            Выбор действует на всех страницах сайта и хранится на этом устройстве.
          </Text>
        </Row>
      </Box>
    </Box>
  )
}
