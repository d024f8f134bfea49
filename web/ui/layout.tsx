import type { ComponentProps, ElementType } from 'react'
import classes from '#web/ui/layout.module.css'

/** A step of the spacing scale in `tokens.css`: 2 is `--s-2`, 1.5 is `--s-15`, halfway to the next one. */
type Space = 0 | 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 4 | 4.5 | 5 | 6 | 7 | 8

interface Look {
  /** Between the children; `gapX` where it differs from side to side. The sheet has no other steps than these. */
  gap?: Exclude<Space, 8>
  gapX?: Exclude<Space, 0 | 0.5 | 8>
  /** Margin above and below. */
  mt?: Exclude<Space, 8>
  mb?: Exclude<Space, 7 | 8>
  /** Padding; `padX` where it differs at the sides. */
  pad?: Exclude<Space, 6 | 7>
  padX?: Exclude<Space, 0.5 | 6 | 7 | 8>
  /** A step of the type scale: `--t-1` … `--t-8`. */
  size?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  tone?: 'ink' | 'soft' | 'quiet' | 'brand' | 'ok' | 'warn' | 'bad'
  weight?: 'plain' | 'medium' | 'strong' | 'heavy'
  ground?: 'surface' | 'sunken' | 'brand' | 'ok' | 'warn' | 'bad' | 'idle'
  round?: 's' | 'm' | 'l' | 'full'
  edge?: 'line' | 'firm' | 'top' | 'bottom'
  /** The ground while it is pointed at. A link or button on the brand's ground gets darker by itself. */
  hover?: 'sunken' | 'brand'
  /** What a menu or list is at: white on a blue shade, with all that is in it. */
  chosen?: boolean
  /** A link that takes clicks anywhere in the positioned element around it. */
  covers?: boolean
  /** A card is on the page, a menu floats above it. */
  shadow?: 'card' | 'menu'
  /** Lines between the children. */
  divided?: boolean
  /** In a row: takes the room that is left, may become narrower than its text, or never does. */
  grow?: boolean
  shrink?: boolean
  fixed?: boolean
  /** In a row that wraps: takes the room that is left, or a line of its own where that is less than this many rem. */
  from?: 8 | 12 | 14 | 16 | 18 | 20
  /** An inline element on a line of its own. */
  block?: boolean
  /** Lines are closer, or further apart. */
  tight?: boolean
  loose?: boolean
  /** Digits are equally wide. */
  digits?: boolean
  /** Text breaks anywhere, keeps its own line breaks, stays in one line, or is cut off at its end. */
  anywhere?: boolean
  lines?: boolean
  nowrap?: boolean
  clip?: boolean
  /** Cut off after this many lines. */
  clamp?: 1 | 2 | 3
  /** Read aloud, but not seen. */
  aloud?: boolean
  /** On the screen only. */
  unprinted?: boolean
  /** Long words are divided at the end of a line. */
  hyphens?: boolean
  /**
   * How links inside look, or the element itself when it is one: as text until they are pointed at, blue, or blue with
   * a line.
   */
  links?: 'quiet' | 'plain' | 'underlined'
  /** A list without marks. */
  plain?: boolean
}

interface RowLook extends Look {
  inline?: boolean
  wrap?: boolean
  /** On a phone each child has a line of its own, when the row wraps. */
  stacked?: boolean
  /** `center` by default. */
  align?: 'start' | 'end' | 'baseline' | 'stretch'
  justify?: 'between' | 'center' | 'end'
}

interface StackLook extends Look {
  align?: 'start' | 'center' | 'end'
}

interface GridLook extends Look {
  /** As many columns as there is room for, each at least this many rem wide. */
  least: 10 | 11 | 13 | 15 | 16 | 19 | 22
  /** Columns without children keep their room. */
  fill?: boolean
  align?: 'start' | 'center' | 'end'
}

type Props<L, E extends ElementType> = { as?: E } & L & Omit<ComponentProps<E>, keyof L | 'as'>

const looks = new Set(
  (
    'gap gapX mt mb pad padX size tone weight ground round edge hover chosen covers shadow divided grow shrink fixed from block tight loose ' +
    'digits anywhere lines nowrap clip clamp aloud unprinted hyphens links plain inline wrap stacked align justify least fill'
  ).split(' '),
)

/** What the element gets: the look as `data-` attributes, which the sheet goes by, and the rest as it came. */
const attributes = (props: object, kind = '') => {
  const { className, ...others } = props as { className?: string }
  const given: Record<string, unknown> = { className: [classes.part, kind, className].filter(Boolean).join(' ') }
  for (const [name, value] of Object.entries(others)) {
    if (!looks.has(name)) given[name] = value
    else if (value !== undefined && value !== false) given[`data-${name.toLowerCase()}`] = value === true ? '' : value
  }
  return given
}

/** Children beside each other, in the middle of the line's height. Plain elements, drawn by the server as well. */
export const Row = <E extends ElementType = 'div'>({ as, ...props }: Props<RowLook, E>) => {
  const Element: ElementType = as ?? 'div'
  return <Element {...attributes(props, classes.row)} />
}

/** Children above each other, each as wide as the stack unless `align` says otherwise. */
export const Stack = <E extends ElementType = 'div'>({ as, ...props }: Props<StackLook, E>) => {
  const Element: ElementType = as ?? 'div'
  return <Element {...attributes(props, classes.stack)} />
}

/** Children side by side in columns of one width, under each other where there is no room. */
export const Grid = <E extends ElementType = 'div'>({ as, ...props }: Props<GridLook, E>) => {
  const Element: ElementType = as ?? 'div'
  return <Element {...attributes(props, classes.grid)} />
}

/** One child in the middle: an icon on its ground. */
export const Center = <E extends ElementType = 'div'>({ as, ...props }: Props<Look, E>) => {
  const Element: ElementType = as ?? 'div'
  return <Element {...attributes(props, classes.center)} />
}

/** What is neither row nor stack, with space, ground and edge from the tokens. */
export const Box = <E extends ElementType = 'div'>({ as, ...props }: Props<Look, E>) => {
  const Element: ElementType = as ?? 'div'
  return <Element {...attributes(props)} />
}

/** Text: a paragraph, unless `as` is another element. */
export const Text = <E extends ElementType = 'p'>({ as, ...props }: Props<Look, E>) => {
  const Element: ElementType = as ?? 'p'
  return <Element {...attributes(props)} />
}
