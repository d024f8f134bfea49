import { drawCover } from '#contract/covers/draw-cover.ts'
import classes from '#web/ui/Cover.module.css'

const generated = /^\/covers\/((?:course|project)-\d+)\.svg$/

/** A generated cover is drawn where it is shown: its drawing is smaller than a request for it. */
const addressOf = (url: string) => {
  const name = generated.exec(url)?.[1]
  return name ? `data:image/svg+xml,${drawCover(name).replaceAll('"', "'").replaceAll('#', '%23')}` : url
}

/** A cover, cut to its frame; decoration, since the name is beside it. */
export const Cover = ({
  url,
  srcset,
  sizes,
  ratio = '400 / 260',
  eager = false,
  className,
}: {
  url: string
  /** The same picture in other widths, for `sizes`. */
  srcset?: string
  sizes?: string
  ratio?: string
  /** It is at the top of the page: nothing to wait for. */
  eager?: boolean
  className?: string
}) => (
  <div className={className ? `${classes.cover} ${className}` : classes.cover} style={{ aspectRatio: ratio }}>
    <img
      src={addressOf(url)}
      srcSet={srcset}
      sizes={sizes}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'sync' : 'async'}
    />
  </div>
)
